/** Members are new for some days: what they may not do yet is in docs/product/conversation.md. Pure. */
import { inUtc } from "~/effects/base/text/moments"

export const NEW_MEMBER_MS = 72 * 3_600_000

export const isNewMember = (joinedAt: number, now: number): boolean => now - joinedAt < NEW_MEMBER_MS

/** When somebody who joined then is no longer new: "20 Nov 2026, 14:05 UTC". */
export const newUntil = (joinedAt: number): string => `${inUtc("moment", joinedAt + NEW_MEMBER_MS)} UTC`
