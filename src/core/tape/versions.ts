/** The newest version of each event type. It is separate from the schemas so that a hook need not load them. */
export const VERSIONS = {
  "project.identified": 1,
  "session.started": 1,
  "session.slept": 1,
  "session.woke": 1,
  "session.compacted": 1,
  "session.reset": 1,
  "session.ended": 1,
  "session.marked": 1,
  "session.read": 1,
  "session.failed": 1,
  "session.retried": 1,
  "turn.recorded": 1,
  "item.created": 1,
  "item.updated": 1,
  "item.transitioned": 1,
  "item.removed": 1,
  "item.undone": 1,
  "item.rated": 1,
  "bundle.given": 1,
  "delta.given": 1,
  "delta.acknowledged": 1,
  "context.written": 1,
  "context.session_written": 1,
  "thread.linked": 1,
  "payload.forgotten": 1,
  "payload.redacted": 1,
  "commit.seen": 1,
  "document.seen": 1,
  "document.gone": 1,
  "record.unknown": 1,
  "tape.salvaged": 2,
  "model.asked": 1,
  "model.answered": 2,
  "model.failed": 1,
  "truth.upserted": 1,
  "truth.resolved": 1,
  "task.spec_set": 1,
  "task.status_set": 1,
  "blocker.recorded": 1,
  "blocker.resolved": 1,
  "skill.completed": 1,
  "verification.recorded": 1,
  "remote.acted": 1,
} as const;

export type EventType = keyof typeof VERSIONS;

export const isKnownType = (type: string): type is EventType => Object.hasOwn(VERSIONS, type);

export function versionOf(type: string): number {
  return isKnownType(type) ? VERSIONS[type] : 1;
}
