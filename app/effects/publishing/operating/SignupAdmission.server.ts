/**
 * Who may sign up: the site's mode, sign-ups that wait for approval, invitations to the site, and blocks by domain and
 * network. The reason of a block is shown to those who are refused.
 */
import { Clock, Duration, Effect, Option } from "effect"
import { type AccountAddress, isAccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { InvalidFields } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { counted } from "~/effects/base/text/counted"
import { inUtc } from "~/effects/base/text/moments"
import { shortName } from "~/effects/people/account/shortName"
import { type BlockTarget, readBlockTarget } from "~/effects/people/signup/blockTarget.server"
import { MOST_BLOCKS, SignupBlocks } from "~/effects/people/signup/SignupBlocks.server"
import { SignupInvitations } from "~/effects/people/signup/SignupInvitations.server"
import { SignupModes } from "~/effects/people/signup/SignupModes.server"
import { SignupRequests, type WaitingSignup } from "~/effects/people/signup/SignupRequests.server"
import { modeWords, type SignupMode } from "~/effects/people/signup/signupMode"
import type { EmailTaken, NameTaken, ProfileExists } from "~/effects/people/users/errors"
import { onSite } from "./acts"
import { AlreadySo } from "./errors"
import type { Order } from "./Operator"
import { OperatorLog } from "./OperatorLog.server"

const targetOf = (text: string): Effect.Effect<BlockTarget, InvalidFields> => {
  const read = readBlockTarget(text)
  return typeof read === "string" ? new InvalidFields({ fields: { on: read } }) : Effect.succeed(read)
}

/** Sign-ups that the page lists, the oldest first. */
const LISTED = 50
/** Sign-ups that a change of the mode approves; the others still wait. */
const MOST_AT_ONCE = 500
type DecisionFailed = EmailTaken | NameTaken | ProfileExists

export interface ModeChange {
  readonly mode: SignupMode
  /** Whom to ask for an invitation. */
  readonly ask: string
  /** Whether sign-ups that wait are approved or stay waiting when new ones no longer need approval; null without a choice. */
  readonly waiting: "approve" | "keep" | null
}

/** "Approved 3 sign-ups. 1 was no longer waiting." */
const outcome = (verb: string, done: number, asked: number) => {
  const missed = asked - done
  const rest = missed === 0 ? "" : `. ${missed} ${missed === 1 ? "was" : "were"} no longer waiting`
  return `${verb} ${counted(done, "sign-up")}${rest}`
}

export class SignupAdmission extends Effect.Service<SignupAdmission>()("publishing/operating/SignupAdmission", {
  dependencies: [
    OperatorLog.Default,
    SignupModes.Default,
    SignupInvitations.Default,
    SignupRequests.Default,
    SignupBlocks.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const modes = yield* SignupModes
    const invitations = yield* SignupInvitations
    const requests = yield* SignupRequests
    const log = yield* OperatorLog

    const blocks = yield* SignupBlocks
    const onTarget = ({ target }: BlockTarget) => ({ type: "address", id: target, label: target }) as const

    /** `days`: null for a block without an end. */
    const block = Effect.fn("SignupAdmission.block")(function* (text: string, days: number | null, order: Order) {
      const named = yield* targetOf(text)
      yield* withLocks(sql, ["signup-blocks"])
      if ((yield* blocks.list).length >= MOST_BLOCKS) {
        return yield* new AlreadySo({ message: `There are ${MOST_BLOCKS} blocks already. End some first.` })
      }
      const endsAt = days === null ? null : (yield* Clock.currentTimeMillis) + Duration.toMillis(Duration.days(days))
      if (!(yield* blocks.add(named, order.reason, endsAt))) {
        return yield* new AlreadySo({ message: `Sign-ups from ${named.target} are already blocked.` })
      }
      const until = endsAt === null ? "" : ` until ${inUtc("moment", endsAt)} UTC`
      const summary = `Blocked sign-ups from ${named.target}${until}`
      yield* log.record(order, "block-signups", summary, onTarget(named))
      return { summary }
    }, atomically(sql))

    const unblock = Effect.fn("SignupAdmission.unblock")(function* (text: string, order: Order) {
      const named = yield* targetOf(text)
      if (!(yield* blocks.remove(named))) {
        return yield* new AlreadySo({ message: `Sign-ups from ${named.target} are not blocked.` })
      }
      const summary = `Allowed sign-ups from ${named.target}`
      yield* log.record(order, "unblock-signups", summary, onTarget(named))
      return { summary }
    }, atomically(sql))

    /** Decides some together; those that no longer wait are counted, and change nothing. */
    const decideEach = (
      accounts: ReadonlyArray<string>,
      order: Order,
      {
        act,
        decide,
        labelOf,
        verb
      }: {
        readonly act: "approve-signups" | "refuse-signups"
        readonly verb: "Approved" | "Refused"
        readonly labelOf: (profile: WaitingSignup["profile"]) => string
        readonly decide: (account: AccountAddress) => Effect.Effect<Option.Option<WaitingSignup>, DecisionFailed>
      }
    ) =>
      Effect.gen(function* () {
        if (accounts.length === 0) {
          return yield* new InvalidFields({ fields: { on: "Choose at least one sign-up." } })
        }
        let done = 0
        // In one order, so that two operators do not wait for each other.
        for (const account of [...new Set(accounts)].sort()) {
          const decided = isAccountAddress(account) ? yield* decide(account) : Option.none()
          if (Option.isNone(decided)) continue
          done += 1
          const target = { type: "account", id: account, label: labelOf(decided.value.profile) } as const
          yield* log.record(order, act, `${verb} the sign-up`, target)
        }
        const asked = new Set(accounts).size
        if (done === 0) {
          return yield* new AlreadySo({
            message: `${asked === 1 ? "This sign-up is" : "These sign-ups are"} no longer waiting: withdrawn, expired, or decided by another operator.`
          })
        }
        return { summary: outcome(verb, done, asked) }
      })

    const approve = Effect.fn("SignupAdmission.approve")(
      (accounts: ReadonlyArray<string>, order: Order) =>
        decideEach(accounts, order, {
          act: "approve-signups",
          verb: "Approved",
          labelOf: ({ username }) => username,
          decide: requests.approve
        }),
      atomically(sql)
    )

    /** The reason goes to each person. `isFinal`: they cannot ask again. */
    const refuse = Effect.fn("SignupAdmission.refuse")(
      (accounts: ReadonlyArray<string>, isFinal: boolean, order: Order) =>
        decideEach(accounts, order, {
          act: "refuse-signups",
          verb: "Refused",
          // The name is deleted with the profile, and lines of the log are not.
          labelOf: ({ accountAddress }) => shortName(accountAddress),
          decide: (account) => requests.refuse(account, order.reason, isFinal)
        }),
      atomically(sql)
    )

    const approveAll = (order: Order) =>
      Effect.gen(function* () {
        const waiting = yield* requests.list(MOST_AT_ONCE)
        const accounts = waiting.map(({ profile }) => profile.accountAddress)
        return accounts.length === 0 ? 0 : yield* Effect.as(approve(accounts, order), accounts.length)
      })

    /** Sign-ups that wait stay or are approved, as the operator chooses; without a choice nothing changes. */
    const setMode = Effect.fn("SignupAdmission.setMode")(function* ({ ask, mode, waiting }: ModeChange, order: Order) {
      yield* withLocks(sql, ["signup-mode"])
      const before = yield* modes.current
      if (before.mode === mode && before.ask === ask) {
        return yield* new AlreadySo({ message: `Sign-ups are already ${modeWords[mode]}.` })
      }
      const many = yield* requests.waiting
      const leaves = before.mode === "approval" && mode !== "approval" && many > 0
      if (leaves && waiting === null) {
        return yield* new InvalidFields({
          fields: {
            waiting: `${counted(many, "sign-up")} ${many === 1 ? "waits" : "wait"}. Choose whether to approve ${many === 1 ? "it" : "them"}.`
          }
        })
      }
      yield* modes.set(mode, ask)
      const approved = leaves && waiting === "approve" ? yield* approveAll(order) : 0
      const kept = many - approved
      const summary = [
        `Sign-ups are now ${modeWords[mode]}`,
        ...(approved > 0 ? [`Approved ${counted(approved, "sign-up")}`] : []),
        ...(leaves && kept > 0 ? [`${counted(kept, "sign-up")} still ${kept === 1 ? "waits" : "wait"}`] : [])
      ].join(". ")
      yield* log.record(order, "signup-mode", summary, onSite)
      return { summary }
    }, atomically(sql))

    const invite = Effect.fn("SignupAdmission.invite")(function* (
      { days, note, uses }: { readonly note: string; readonly uses: number; readonly days: number },
      order: Order
    ) {
      yield* invitations.add({ note, maxUses: uses, days, createdBy: order.by.actor })
      const summary = `Made an invitation to the site for ${note}, ${counted(uses, "sign-up")}, ${counted(days, "day")}`
      yield* log.record(order, "invite-to-site", summary, onSite)
      return { summary }
    }, atomically(sql))

    const withdrawInvitation = Effect.fn("SignupAdmission.withdrawInvitation")(function* (code: string, order: Order) {
      const note = yield* invitations.withdraw(code)
      if (Option.isNone(note)) return yield* new AlreadySo({ message: "This invitation is no longer valid." })
      const summary = `Withdrew the invitation to the site for ${note.value}`
      yield* log.record(order, "withdraw-site-invitation", summary, onSite)
      return { summary }
    }, atomically(sql))

    return {
      mode: modes.current,
      waiting: requests.waiting,
      list: requests.list(LISTED),
      invitations: invitations.list,
      setMode: (change: ModeChange, order: Order) =>
        setMode(change, order).pipe(Effect.tap(modes.announce), Effect.tap(requests.wake)),
      approve: (accounts: ReadonlyArray<string>, order: Order) => Effect.tap(approve(accounts, order), requests.wake),
      refuse: (accounts: ReadonlyArray<string>, isFinal: boolean, order: Order) =>
        Effect.tap(refuse(accounts, isFinal, order), requests.wake),
      invite,
      withdrawInvitation,
      blocks: blocks.list,
      block,
      unblock
    }
  })
}) {}
