import { later } from "~/components/base/site/later"

/** Loaded late because nobody clicks in it during the first second. */
export const LaterRuleCard = later(async () => (await import("./rule-card")).RuleCard, "waits")
