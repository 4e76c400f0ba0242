/**
 * Expenses as their submitters and reviewers use them (docs/product/expenses.md). Callers have checked who may submit
 * and who reviews; each change tells whom it concerns in its own transaction.
 */
import { Clock, Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { readable } from "~/effects/base/amounts/readable"
import { Sql } from "~/effects/base/db/statements.server"
import { InvalidFields } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import type { SentFile } from "~/effects/base/remix/readFileForm.server"
import { counted } from "~/effects/base/text/counted"
import { randomId } from "~/effects/base/text/random.server"
import { type CheckedFile, Documents } from "~/effects/people/uploads/Documents.server"
import { MAX_UPLOAD_BYTES } from "~/effects/people/uploads/Upload"
import { type EventKind, type Expense, type ExpenseFile, type ExpenseRules, type ExpenseState, pathOf } from "./Expense"
import { ExpenseRulesRepo } from "./ExpenseRulesRepo.server"
import { ExpensesRepo } from "./ExpensesRepo.server"
import { ExpenseRefused, StaleExpense, SubmittedBefore, TooManyExpenses } from "./errors"
import { MOST_BYTES, MOST_FILES, MOST_OPEN } from "./limits"
import { requireOther, reviewersToNotify } from "./reviewing.server"

const refuse = (message: string) => new InvalidFields({ fields: { files: message } })
const ONE = { field: "files", most: { bytes: MAX_UPLOAD_BYTES, words: "5 MiB" } } as const

/** What a submitter writes. */
export type WantedExpense = Pick<
  Expense,
  "kind" | "title" | "resource" | "symbol" | "divisibility" | "amount" | "payee" | "day" | "category" | "words"
>

export interface Submission {
  readonly wanted: WantedExpense
  readonly files: ReadonlyArray<CheckedFile>
  /** The submitter was told that it looks like another one, and says that it is not. */
  readonly isSure: boolean
}

export type Decision = "approved" | "asked" | "refused"

const sumOf = ({ amount, symbol }: Pick<Expense, "amount" | "symbol">) => `${readable(amount)} ${symbol}`

const states: Readonly<Record<ExpenseState, string>> = {
  waiting: "waits for a reviewer",
  asked: "waits for a reply of its submitter",
  approved: "was approved",
  refused: "was refused",
  withdrawn: "was withdrawn",
  paying: "is being paid",
  paid: "was paid"
}
const refusedIn = (state: ExpenseState) =>
  new ExpenseRefused({ message: `This expense ${states[state]}. Load the page again to see who decided what.` })

const alikeWords = (found: ReadonlyArray<{ readonly number: number; readonly why: "file" | "payment" }>): string => {
  const file = found.find(({ why }) => why === "file")
  const same =
    file === undefined
      ? `Expense ${found[0]?.number ?? ""} has the same amount, payee and day.`
      : `Expense ${file.number} has the same file.`
  return `${same} If this is another one, say so below and send it again.`
}

export class Expenses extends Effect.Service<Expenses>()("treasury/expenses/Expenses", {
  dependencies: [ExpenseRulesRepo.Default, ExpensesRepo.Default, Documents.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* ExpensesRepo
    const rulesRepo = yield* ExpenseRulesRepo
    const notifications = yield* Notifications
    const documents = yield* Documents

    /** Checks files one after the other, so that only one is decoded at a time. `others`: how many there are already. */
    const checkFiles = Effect.fn("Expenses.checkFiles")(function* (files: ReadonlyArray<SentFile>, others = 0) {
      if (files.length + others > MOST_FILES) return yield* refuse(`At most ${MOST_FILES} files for an expense.`)
      if (files.reduce((sum, { bytes }) => sum + bytes.length, 0) > MOST_BYTES) {
        return yield* refuse("Together these files are larger than 10 MiB. Send smaller ones.")
      }
      const checked = yield* Effect.forEach(files, (file) => documents.check(file, ONE))
      const hashes = checked.map((file) => file.sha256)
      const twice = checked.find((file, index) => hashes.indexOf(file.sha256) !== index)
      if (twice !== undefined) return yield* refuse(`“${twice.name}” is the same file as another one you chose.`)
      return checked
    })

    const put = Effect.fn("Expenses.put")((files: ReadonlyArray<CheckedFile>, expenseId: string) =>
      Effect.forEach(files, (file) =>
        Effect.map(documents.put(file), (stored): ExpenseFile => ({ ...stored, expenseId }))
      )
    )

    const retain = (files: ReadonlyArray<ExpenseFile>) =>
      Effect.forEach(files, ({ id }) => documents.retain(id), { discard: true })

    const notifyReviewers = (expense: Expense, rules: ExpenseRules, text: string) =>
      Effect.gen(function* () {
        const { account, communityId, number } = expense
        yield* notifications.notify({
          to: yield* reviewersToNotify(sql, communityId, rules, account),
          type: "expense",
          communityId,
          target: pathOf(communityId, number),
          text,
          importance: "normal"
        })
      })

    const notifySubmitter = ({ account, communityId, number }: Expense, text: string) =>
      notifications.notify({
        to: [account],
        type: "expense",
        communityId,
        target: pathOf(communityId, number),
        text,
        importance: "normal"
      })

    const requireNew = Effect.fnUntraced(function* (expense: Expense, hashes: ReadonlyArray<string>, isSure: boolean) {
      const found = isSure ? [] : yield* repo.alike(expense, hashes)
      if (found.length > 0) return yield* new SubmittedBefore({ message: alikeWords(found) })
    })

    /** Stores the files, outside of any transaction: bytes whose rows are never written are removed an hour later. */
    const prepare = Effect.fn("Expenses.prepare")(function* ({ files: given, isSure, wanted }: Submission) {
      const id = yield* randomId()
      return { id, wanted, isSure, stored: yield* put(given, id) }
    })

    /** Returns the expense's number. */
    const submit = Effect.fn("Expenses.submit")(function* (
      communityId: CommunityId,
      account: AccountAddress,
      { id, isSure, stored, wanted }: Effect.Effect.Success<ReturnType<typeof prepare>>,
      by: { readonly name: string; readonly rules: ExpenseRules }
    ) {
      const now = yield* Clock.currentTimeMillis
      return yield* atomically(sql)(
        Effect.gen(function* () {
          const { newest, open } = yield* repo.numbers(communityId, account)
          if (open >= MOST_OPEN) return yield* new TooManyExpenses({ most: MOST_OPEN })
          const empty = { answer: null, problem: null, way: null, wayId: null, wayN: null, txId: null } as const
          const expense: Expense = {
            ...wanted,
            ...empty,
            id,
            communityId,
            number: newest + 1,
            account,
            state: "waiting",
            version: 1,
            createdAt: now,
            updatedAt: now
          }
          yield* requireNew(
            expense,
            stored.map(({ sha256 }) => sha256),
            isSure
          )
          yield* repo.insert(expense)
          yield* repo.insertFiles(communityId, stored)
          yield* retain(stored)
          yield* repo.record(id, { account, kind: "sent" })
          yield* notifyReviewers(
            expense,
            by.rules,
            `${by.name} submitted an expense of ${sumOf(expense)}: ${expense.title}`
          )
          return expense.number
        })
      )
    })

    /** The submitter's reply to a question: the expense as it is now, with files added and removed. */
    const reply = Effect.fn("Expenses.reply")(function* (
      given: Expense,
      { files: added, isSure, wanted }: Submission,
      { removed, rules }: { readonly removed: ReadonlyArray<string>; readonly rules: ExpenseRules }
    ) {
      const stored = yield* put(added, given.id)
      yield* atomically(sql)(
        Effect.gen(function* () {
          const isMoved = yield* repo.move(given, ["asked"], { ...wanted, state: "waiting" })
          if (!isMoved) return yield* refusedIn(given.state)
          const before = yield* repo.files(given.id)
          const gone = before.filter(({ id }) => removed.includes(id)).map(({ id }) => id)
          const many = before.length - gone.length + stored.length
          if (many > MOST_FILES) {
            return yield* new ExpenseRefused({
              message: `That would be ${counted(many, "file")}, and an expense has at most ${MOST_FILES}. Remove some.`
            })
          }
          const expense = { ...given, ...wanted }
          yield* requireNew(
            expense,
            added.map(({ sha256 }) => sha256),
            isSure
          )
          yield* repo.removeFiles(given.id, gone)
          yield* documents.discard(gone)
          yield* repo.insertFiles(given.communityId, stored)
          yield* retain(stored)
          yield* repo.record(given.id, { account: given.account, kind: "replied" })
          yield* notifyReviewers(
            expense,
            rules,
            `Expense ${given.number} was answered: ${expense.title}, ${sumOf(expense)}`
          )
        })
      )
    })

    const withdraw = Effect.fn("Expenses.withdraw")(function* (expense: Expense) {
      if (expense.state === "withdrawn") return
      const isBack = yield* repo.move({ id: expense.id }, ["waiting", "asked", "approved"], { state: "withdrawn" })
      if (!isBack) return yield* refusedIn(expense.state)
      yield* repo.record(expense.id, { account: expense.account, kind: "withdrawn" })
    }, atomically(sql))

    const decided: Readonly<Record<Decision, (expense: Expense, words: string) => string>> = {
      approved: (expense) => `Your expense “${expense.title}” of ${sumOf(expense)} was approved.`,
      asked: ({ title }, words) => `A reviewer asks about your expense “${title}”: ${words}`,
      refused: ({ title }, words) => `Your expense “${title}” was refused: ${words}`
    }

    /** `version` is the one that the reviewer saw. */
    const decide = Effect.fn("Expenses.decide")(function* (
      given: Expense,
      { account }: Inside["communityRole"],
      { decision, version, words }: { readonly decision: Decision; readonly version: number; readonly words: string }
    ) {
      yield* requireOther(given, account)
      const from: ReadonlyArray<ExpenseState> = decision === "refused" ? ["waiting", "asked", "approved"] : ["waiting"]
      if (!from.includes(given.state)) return yield* refusedIn(given.state)
      const answer = words === "" ? null : words
      const isDecided = yield* repo.move({ id: given.id, version }, from, { state: decision, answer })
      if (!isDecided) return yield* new StaleExpense()
      const kind: EventKind = decision
      yield* repo.record(given.id, { account, kind, words })
      yield* notifySubmitter(given, decided[decision](given, words))
    }, atomically(sql))

    return {
      prepare,
      submit,
      reply,
      withdraw,
      decide,
      saveRules: rulesRepo.put,
      notifyReviewers,
      notifySubmitter,
      checkFiles,
      sendFile: documents.send
    }
  })
}) {}
