/** Lengths of an announcement's texts (docs/product/conversation.md). No imports: pages load this file. */
export const TITLE = { min: 5, max: 140 }
export const BODY_MAX = 10_000
export const REASON = { min: 5, max: 300 }
