/**
 * Accounts that the wallet proved together with the session's account (docs/product/access.md, "Signing in"). A session
 * acts for one account. What concerns other accounts of the same wallet (their weight in a vote, their ballot, its
 * receipt) is shown and prepared only if they proved themselves in this browser.
 *
 * The browser keeps the list in a cookie that only this site can make; the server stores nothing. The cookie is bound
 * to the session's account and expires with the longest life of a session, so it is useless without that session. It
 * does not sign anyone in and authorises nothing: every action for such an account needs its own proof.
 */
import { Clock, Duration, Effect } from "effect"
import { clearedCookie, cookieIn, hostCookie } from "~/effects/base/remix/cookies.server"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { Seal } from "~/effects/base/settings/Seal.server"
import { sameText } from "~/effects/base/text/random.server"
import { AccountSuspensions } from "~/effects/people/suspension/AccountSuspensions.server"
import { type AccountAddress, isHolderAddress } from "~/ledger/address"
import { SESSION_LIFE } from "./Sessions.server"

export const ACCOUNTS_COOKIE = "__Host-accounts"
/** More would not fit into the header size that every proxy accepts. */
export const MOST_OTHERS = 15

const isAccount = (text: string): text is AccountAddress => isHolderAddress("account", text, NETWORK_ID)

export class ProvenAccounts extends Effect.Service<ProvenAccounts>()("people/wallet-session/ProvenAccounts", {
  dependencies: [Seal.Default, AccountSuspensions.Default],
  effect: Effect.gen(function* () {
    const seal = yield* Seal
    const suspensions = yield* AccountSuspensions

    const markOf = (account: AccountAddress, list: string) => seal.digest("proven accounts", `${account} ${list}`)

    /** The cookie for a new session. `others`: without its own account. */
    const cookieOf = Effect.fn("ProvenAccounts.cookieOf")(function* (
      account: AccountAddress,
      others: ReadonlyArray<AccountAddress>
    ) {
      if (others.length === 0) return clearedCookie(ACCOUNTS_COOKIE)
      const until = (yield* Clock.currentTimeMillis) + Duration.toMillis(SESSION_LIFE)
      const list = [until, ...others.slice(0, MOST_OTHERS)].join("~")
      return hostCookie(ACCOUNTS_COOKIE, `${list}~${markOf(account, list)}`, Duration.toSeconds(SESSION_LIFE))
    })

    /** The list of the cookie, if this site made it for this account. Times are Unix milliseconds. */
    const readList = (account: AccountAddress, cookies: string, now: number): ReadonlyArray<AccountAddress> => {
      const value = cookieIn(cookies, ACCOUNTS_COOKIE)
      if (value === undefined) return []
      const end = value.lastIndexOf("~")
      const list = value.slice(0, Math.max(end, 0))
      if (!sameText(value.slice(end + 1), markOf(account, list))) return []
      const [until, ...others] = list.split("~")
      return Number(until) > now ? others.filter(isAccount) : []
    }

    /**
     * The other accounts proven together with this one, without those that operators suspended. `cookies` is the whole
     * Cookie header of a request with the account's session. Queries the database only if there are any.
     */
    const others = Effect.fn("ProvenAccounts.others")(function* (account: AccountAddress, cookies: string) {
      const listed = readList(account, cookies, yield* Clock.currentTimeMillis)
      if (listed.length === 0) return []
      const held = yield* suspensions.heldAmong(listed)
      return listed.filter((each) => each !== account && !held.has(each))
    })

    return { cookieOf, others }
  })
}) {}
