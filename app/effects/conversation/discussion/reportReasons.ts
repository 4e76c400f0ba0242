/**
 * Reasons of reports as people read them, in the order of the form. Pure, no imports but types: pages load this file.
 */
import type { ReportReason } from "./forms"

export const reportReasons: ReadonlyArray<readonly [ReportReason, string]> = [
  ["spam", "Spam"],
  ["scam", "A scam"],
  ["abuse", "Abuse"],
  ["off-topic", "Off topic"],
  ["duplicate", "A duplicate"],
  ["other", "Something else"]
]

export const reportReasonName = (reason: ReportReason): string =>
  reportReasons.find(([value]) => value === reason)?.[1] ?? reason
