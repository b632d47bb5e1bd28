/** The newest version of each event type. It stands apart from the schemas so that a hook need not load them. */
export const VERSIONS = {
  "project.identified": 1,
  "session.started": 1,
  "session.ended": 1,
  "turn.recorded": 1,
  "item.created": 1,
  "item.updated": 1,
  "item.transitioned": 1,
  "item.removed": 1,
  "item.undone": 1,
  "payload.forgotten": 1,
  "tape.salvaged": 1,
} as const;

export type EventType = keyof typeof VERSIONS;

export function versionOf(type: string): number {
  return Object.hasOwn(VERSIONS, type) ? VERSIONS[type as EventType] : 1;
}
