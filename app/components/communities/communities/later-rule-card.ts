import { later } from "~/components/base/site/later"

/** Nothing in it is pressed in the first second. */
export const LaterRuleCard = later(async () => (await import("./rule-card")).RuleCard, "waits")
