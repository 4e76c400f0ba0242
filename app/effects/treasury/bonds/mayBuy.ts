/**
 * Who may buy (docs/product/access.md): everybody with a profile in a public offer, members in a members' offer. Pure.
 */
import { type CommunityRole, roleNow } from "~/effects/access/permissions"
import { allowed, refuse, type Verdict, withProfile } from "~/effects/access/rules"

export const mayBuy = (who: CommunityRole, audience: "public" | "members"): Verdict => {
  const person = withProfile(who, "buy bonds")
  if (!person.ok || audience === "public") return person
  return roleNow(who) === null ? refuse("E-MEMBER", { name: who.community.name, action: "buy bonds" }) : allowed
}
