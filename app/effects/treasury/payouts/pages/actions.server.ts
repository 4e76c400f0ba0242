/** Form actions of tokenDistribution. Each checks on the ledger again whether the person holds an admin badge. */

import { Effect, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import type { ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { InvalidFields } from "~/effects/base/failures/failures"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { fieldOf } from "~/effects/base/lists/listLines"
import { checkForm, formRecord } from "~/effects/base/remix/form"
import { type Done, pageAction, textOf } from "~/effects/base/remix/pageAction.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { undoable } from "~/effects/communities/undo/pages/undo.server"
import { requirePrepared } from "~/effects/treasury/deployment/preparing.server"
import { NOTHING } from "~/ledger/index"
import { type PayRule, pathOf } from "../Distribution"
import { Distributions } from "../Distributions.server"
import { PayoutEscrows } from "../escrow/PayoutEscrows.server"
import { NewForm, startFields, wrongRule } from "../forms"
import { MOST_ROWS, TOO_MANY_ROWS } from "../limits"
import {
  addUpDuplicates,
  type CheckedRow,
  checkRows,
  dropLater,
  excludeWrong,
  mendRows,
  type Unchecked
} from "../list/checkRows"
import { tickedLines } from "../payees.server"
import { ruleRows } from "../ruleRows.server"
import { escrowCommands } from "./escrow.server"
import { heldRun } from "./holding.server"
import { acceptHeld, pay } from "./paying.server"
import { listIn, readingCommands } from "./reading.server"
import { recurringCommands, versionIn } from "./recurring.server"
import { moneyCommands } from "./sending.server"

const listPath = ({ community }: Inside) => `/community/detail/${community.id}/tokenDistribution`

const TICKED = "member-"

/** The lines of a list, or of the selected members. */
const linesIn = (communityId: CommunityId, { each, resource, source }: NewForm, form: FormData) =>
  Effect.gen(function* () {
    if (source === "csv") return yield* listIn(communityId, form, resource)
    const ticked = [...form.keys()].filter((key) => key.startsWith(TICKED)).map((key) => key.slice(TICKED.length))
    return { lines: yield* tickedLines(communityId, [...new Set(ticked)], each), list: null }
  })

/** Looks up a fungible token on the ledger by its address. */
export const tokenOf = (resource: ResourceAddress) =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const wrong = () => new InvalidFields({ fields: { resource: "The ledger does not know this token." } })
    const found = yield* ledger
      .resource(resource)
      .pipe(Effect.catchTags({ UnknownOnLedger: wrong, LedgerRefused: wrong }))
    return found.isFungible ? found : yield* wrong()
  })

const readAmount = Schema.decode(AmountText)
const KEY = /^[\w-]{8,80}$/

/** The idempotency key of the page prevents a second payout from a second click. */
const create = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    // Allowed for multisig treasuries, too: a list alone moves nothing.
    const treasury = yield* requirePrepared(here, "distribute")
    const record = { ...startFields, ...formRecord(form) }
    const fields = yield* Effect.mapError(checkForm(NewForm, record), (wrong) => new InvalidFields({ fields: wrong }))
    const token = yield* tokenOf(fields.resource)
    const wrong = wrongRule(fields, token.divisibility)
    if (Object.keys(wrong).length > 0) return yield* new InvalidFields({ fields: wrong })
    const unread = () => new InvalidFields({ fields: { pool: "Amount is not a number." } })
    const rule: PayRule | null =
      fields.source !== "rule"
        ? null
        : {
            who: fields.who,
            which: fields.who === "role" ? fields.role : fields.who === "voters" ? fields.proposal : "",
            how: fields.how,
            pool: yield* Effect.mapError(readAmount(fields.pool), unread)
          }
    const made =
      rule === null
        ? { ...(yield* linesIn(here.community.id, fields, form)), remainder: NOTHING, record: null }
        : { ...(yield* ruleRows(here.community, treasury, rule, token.divisibility)), list: null }
    const field = { csv: "csv", members: "each", rule: "pool" }[fields.source]
    const refuse = (message: string) => new InvalidFields({ fields: { [field]: message } })
    if (made.lines.length === 0 && made.list === null) return yield* refuse("The list is empty.")
    if (made.lines.length > MOST_ROWS) return yield* refuse(TOO_MANY_ROWS)
    const against = { divisibility: token.divisibility, own: [treasury.treasury] }
    const distributions = yield* Distributions
    const once = yield* Idempotency
    const { id: communityId } = here.community
    const write = Effect.map(
      distributions.create({
        communityId,
        account: treasury.admin.account,
        title: fields.title,
        note: fields.note.trim(),
        purpose: fields.purpose,
        resource: token.address,
        symbol: token.symbol ?? "tokens",
        divisibility: token.divisibility,
        mode: fields.mode,
        recoverDays: fields.recoverDays === "never" ? null : Number(fields.recoverDays),
        rule,
        record: made.record,
        remainder: made.remainder,
        list: made.list,
        rows: yield* checkRows(made.lines, against)
      }),
      (number) => pathOf(communityId, number)
    ).pipe(Effect.catchTag("RowsWrong", ({ message }) => refuse(message)))
    const key = textOf(form, "key")
    const scope = JSON.stringify(["distribution", communityId, treasury.admin.account])
    const to = yield* once.run(
      scope,
      KEY.test(key) ? key : null,
      JSON.stringify([fields, made.lines, made.list]),
      write
    )
    return { to } satisfies Done
  })

/** Applies `mend` to the rows and returns to the same place of the page. */
const editing =
  (mend: (rows: ReadonlyArray<CheckedRow>, form: FormData) => ReadonlyArray<Unchecked>) => (form: FormData) =>
    Effect.gen(function* () {
      const { run, to, treasury } = yield* heldRun
      const version = yield* versionIn(form)
      const distributions = yield* Distributions
      const against = { divisibility: run.divisibility, own: [treasury.treasury] }
      yield* distributions.edit(run, version, (rows) => checkRows(mend(rows, form), against))
      return { to } satisfies Done
    })

/** Reads fields `account-{line}` and `amount-{line}`; the checked lines of `exclude` are left out. */
const mend = editing((rows, form) => {
  const changes = new Map<number, { account: string; amount: string }>()
  for (const { account, amount, line } of rows) {
    if (!form.has(`amount-${line}`) && !form.has(`account-${line}`)) continue
    changes.set(line, {
      account: form.has(`account-${line}`) ? fieldOf(textOf(form, `account-${line}`).trim()) : account,
      amount: form.has(`amount-${line}`) ? fieldOf(textOf(form, `amount-${line}`).trim()) : amount
    })
  }
  const out = new Set(form.getAll("exclude").map(String))
  const left = rows.map((row): CheckedRow => (out.has(String(row.line)) ? { ...row, state: "excluded" } : row))
  return mendRows(left, changes)
})

const accept = () =>
  Effect.gen(function* () {
    const held = yield* heldRun
    yield* acceptHeld(held)
    return { to: held.to } satisfies Done
  })

const reopen = () =>
  Effect.gen(function* () {
    const { run, to } = yield* heldRun
    const distributions = yield* Distributions
    yield* distributions.reopen(run)
    return { to } satisfies Done
  })

const stopRun = Effect.gen(function* () {
  const { here, run, to } = yield* heldRun
  const distributions = yield* Distributions
  // The feature that fixed the rows of a payout is told when it is discarded, so that one does not come back.
  const isOwn = run.source !== "expenses" && run.purpose !== "coupon"
  const removal = { kind: "payout", communityId: here.community.id, path: to } as const
  const isStored = (yield* undoable(removal, distributions.stop(run), isOwn)) === null
  // A wallet or the signers may have been asked to fund the escrow; the request is withdrawn.
  if (isStored) yield* Effect.ignore((yield* PayoutEscrows).forget(run))
  return { to: isStored ? to : listPath(here) } satisfies Done
})

const stop = () =>
  Effect.catchTag(stopRun, "UnreadableDistribution", (unreadable) =>
    Effect.gen(function* () {
      yield* (yield* Distributions).discard(unreadable)
      return { to: listPath(yield* inside) } satisfies Done
    })
  )

export const distributionAction = pageAction({
  create,
  mend,
  "add-up": editing(addUpDuplicates),
  "drop-later": editing(dropLater),
  "exclude-wrong": editing(excludeWrong),
  ...readingCommands,
  accept,
  pay,
  reopen,
  stop,
  ...moneyCommands,
  ...escrowCommands,
  ...recurringCommands
})
