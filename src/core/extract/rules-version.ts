/**
 * The version of the rules by which sessions are read. Raised when they would find something else: what
 * was read by other rules then counts as unread, and every session is distilled again.
 */
export const RULES_VERSION = 15;
