/**
 * The version of the extraction rules. Increased when the rules would find something else: turns that other rules read then count as
 * unread, and every session is read again.
 */
export const RULES_VERSION = 16;
