const listed = (names: string): ReadonlySet<string> =>
  new Set(names.split(/\s+/).filter((name) => name !== ""));

/** Lines that say nothing about the work: settings, counts, what the client needs to go on. */
const BOOKKEEPING = listed(`
  dynamic_tools_updated inter_agent_communication_metadata security_risk_score token_usage_record
  turn_context world_state
`);

export const isBookkeeping = (type: string): boolean => BOOKKEEPING.has(type);

/** Items that are no words and no tools: thoughts, the search for tools, marks of a compaction. */
const ITEMS = listed(`
  additional_tools compaction compaction_summary compaction_trigger context_compaction ghost_snapshot
  image_generation_call other reasoning tool_search_call tool_search_output
`);

export const isKnownItem = (type: string): boolean => ITEMS.has(type);

/** What is shown on the screen, and the client's own events. */
const MESSAGES = listed(`
  agent_message agent_message_delta agent_reasoning agent_reasoning_delta agent_reasoning_raw_content
  agent_reasoning_raw_content_delta agent_reasoning_section_break apply_patch_approval_request
  background_event collab_agent_interaction_begin collab_agent_interaction_end collab_agent_spawn_begin
  collab_agent_spawn_end collab_close_begin collab_close_end collab_resume_begin collab_resume_end
  collab_waiting_begin collab_waiting_end context_compacted deprecation_notice
  dynamic_tool_call_request dynamic_tool_call_response elicitation_request entered_review_mode error
  exec_approval_request exec_command_begin exec_command_end exec_command_output_delta exited_review_mode
  hook_completed hook_started image_generation_begin image_generation_end item_completed item_started
  mcp_startup_complete mcp_startup_update mcp_tool_call_begin mcp_tool_call_end model_reroute
  patch_apply_begin patch_apply_end patch_apply_updated plan_delta plan_update raw_response_item
  request_permissions request_user_input session_configured shutdown_complete stream_error
  stream_info sub_agent_activity task_complete task_started terminal_interaction thread_goal_updated thread_name_updated
  thread_rolled_back thread_settings_applied token_count turn_aborted turn_complete turn_diff
  turn_started undo_completed undo_started user_message view_image_tool_call warning
  web_search_begin web_search_end
`);

export const isKnownMessage = (type: string): boolean => MESSAGES.has(type);
