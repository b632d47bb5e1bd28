const listed = (names: string): ReadonlySet<string> =>
  new Set(names.split(/\s+/).filter((name) => name !== ""));

/** Records that say nothing about the work: what the client notes for itself. */
const BOOKKEEPING = listed(`
  agent-color agent-name agent-setting ai-title api-request api-request-blob api-request-shape
  artifact-autoreact-ledger atis-latch attribution-snapshot bridge-session content-replacement cost-state
  custom-title derived-from file-history-delta file-history-snapshot fork-context-ref frame-link
  history-suppression interactive-mark isolation-latch last-prompt memory-mode mode observer-ref
  permission-mode pr-link progress queue-operation repl-mode resume-head-vouch session-owner
  speculation-accept summary tag task-summary tools-used worktree-state
`);

export const isBookkeeping = (type: string): boolean => BOOKKEEPING.has(type);

/** What the client tells the person at the terminal, or itself; the compaction of a session is not among them. */
const SYSTEM = listed(`
  agents_killed api_error api_retry away_summary bridge_state bridge_status checkpoint_done
  code_change_published compact_boundary elicitation_complete file_attachments_missing file_snapshot
  hook_progress hook_response hook_started informational init instruction_size_warning local_command
  memory_recall memory_saved microcompact_boundary mirror_error model_consent_fallback model_fallback
  model_refusal_fallback model_refusal_no_fallback notification per_turn_effort_changed permission_denied
  permission_retry plugin_install post_turn_summary rewind_stand_in scheduled_task_fire session_metadata
  session_state_changed session_title_changed session_writes_lost start_folder status stop_hook_summary
  task_notification task_progress task_started task_summary task_updated thinking thinking_tokens
  tool_host_result turn_duration turn_handoff_available turn_preempted turn_starting vcs_state_changed
`);

export const isKnownSystem = (subtype: string): boolean => SYSTEM.has(subtype);

/** Parts of a message that are no words and no tools of ours: thoughts, pictures, what the provider ran itself. */
const BLOCKS = listed(`
  thinking redacted_thinking image document search_result container_upload fallback server_tool_use
  web_search_tool_result web_fetch_tool_result code_execution_tool_result
  bash_code_execution_tool_result text_editor_code_execution_tool_result tool_search_tool_result
  mcp_tool_use mcp_tool_result
`);

export const isKnownBlock = (type: unknown): boolean => typeof type === "string" && BLOCKS.has(type);
