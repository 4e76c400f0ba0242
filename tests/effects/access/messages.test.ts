/**
 * The catalogue of messages (docs/product/errors.md), letter by letter: every error class with one of its codes is
 * built here from its schema alone, and must use the catalogue's message.
 */
import { Arbitrary, FastCheck } from "effect"
import { assert, describe, test } from "vitest"
import { OFFLINE } from "~/components/base/site/offline"
import { explain } from "~/effects/access/rules"
import { limitMessage } from "~/effects/conversation/discussion/limits"
import { StaleProfile } from "~/effects/people/signup/errors"
import type { OwnProfile } from "~/effects/people/signup/Profile"
import { FileTooLarge, WrongFileType } from "~/effects/people/uploads/Pictures.server"
import { asAccount } from "../../addresses"
import { errorClasses } from "./errorClasses"

const catalogue: Readonly<Record<string, RegExp>> = {
  "E-AUTH": /^Sign in with your wallet to [\s\S]*\.$/,
  "E-PROFILE": /^Complete your profile to [\s\S]*\.$/,
  "E-ROLE": /^Only [\s\S]* can [\s\S]*\.$/,
  "E-MEMBER": /^Join [\s\S]* to [\s\S]*\.$/,
  "E-STATE": /^This [\s\S]* is [\s\S]*; [\s\S]* is no longer possible\.$/,
  "E-LIMIT": /^You have reached today's limit of \d+ [\s\S]*\. It resets at [\s\S]*\.$/,
  "E-STALE": /^Someone changed this meanwhile\. Your text is kept; compare and save again\.$/,
  "E-GATEWAY":
    /^The ledger (cannot be reached right now|gateway answers (for another network|with an older state)[^.]*\. Nothing was decided by it)\. Try again in a minute\.$/,
  "E-PROOF": /^The wallet's signature does not fit this request\. Try again\.( \([\s\S]*\))?$/,
  "E-CHALLENGE": /^This request is older than 5 minutes\. Start again\.$/,
  "E-USED": /^This sign-in request was already used\. Connect again\.$/,
  "E-FRESH": /^Please confirm once more with your wallet: this step needs a proof from the last 24 hours\.$/,
  "E-UPLOAD-TYPE": /^Use a PNG, JPEG or WebP picture\.$/,
  "E-UPLOAD-SIZE": /^The picture is larger than 5 MiB\.$/,
  "E-OFFLINE": /^You are offline\. What you write is kept on this device\.$/
}

/** The product gives these cases their own messages under a code of the catalogue. */
const OWN_WORDS: ReadonlySet<string> = new Set(["E-STATE", "E-LIMIT"])
const ownWords: ReadonlySet<string> = new Set(["SignatureNeeded", "StaleProof"])

interface Reported {
  readonly name: string
  readonly code: string
  readonly message: string
}
const isPublic = (value: unknown): value is Reported =>
  value instanceof Error && "code" in value && typeof value.code === "string"

/** Some messages contain a time, and a random number need not be one. */
const speaks = (refusal: Reported) => {
  try {
    return refusal.message !== ""
  } catch (thrown) {
    if (thrown instanceof RangeError) return false
    throw thrown
  }
}

const stored: OwnProfile = {
  account: asAccount("account_tdx_2_ada"),
  username: "Ada",
  bio: "I mend bicycles.",
  displayImage: "",
  tags: [],
  workHistory: [],
  createdAt: 0,
  email: "ada@example.org",
  newsletterOptedIn: false,
  version: 1
}

/** Random samples never meet the rules of a profile; of uploads, only the default messages are ours. */
const byHand = new Map<unknown, () => Reported>([
  [StaleProfile, () => new StaleProfile({ stored, sent: null })],
  [FileTooLarge, () => new FileTooLarge()],
  [WrongFileType, () => new WrongFileType()]
])

/** Every class of errors, with its message. */
const refusals = async (): Promise<ReadonlyArray<Reported>> =>
  (await errorClasses()).flatMap(({ thing }) => {
    const one = byHand.get(thing)
    if (one !== undefined) return [one()]
    const made = FastCheck.sample(Arbitrary.make(thing), { numRuns: 3, seed: 7 })
    return made.filter(isPublic).filter(speaks)
  })

describe("the messages of docs/product/errors.md", () => {
  test("are used by every error with their code", async () => {
    const reported = await refusals()
    assert.isAbove(new Set(reported.map(({ name }) => name)).size, 30)
    const wrong = reported
      .filter(({ code, name }) => Object.hasOwn(catalogue, code) && !OWN_WORDS.has(code) && !ownWords.has(name))
      .filter(({ code, message }) => catalogue[code]?.test(message) !== true)
    assert.deepEqual(
      wrong.map(({ code, message, name }) => `${name} ${code}: ${message}`),
      []
    )
  })

  test("are each used by some error", async () => {
    const said = new Set<string>()
    const note = (code: string, message: string) => {
      if (Object.hasOwn(catalogue, code) && catalogue[code]?.test(message) === true) said.add(code)
    }
    for (const { code, message } of await refusals()) note(code, message)
    const rule = (code: "E-ROLE" | "E-MEMBER" | "E-FRESH", params: Readonly<Record<string, string>>) =>
      note(code, explain({ ok: false, code, params }))
    rule("E-ROLE", { role: "the owner", action: "change settings" })
    rule("E-MEMBER", { name: "Night Film Club", action: "start a thread" })
    rule("E-FRESH", {})
    note("E-LIMIT", limitMessage(3, "threads", 0))
    note(OFFLINE.code, OFFLINE.message)
    assert.deepEqual([...said].sort(), Object.keys(catalogue).sort())
  })
})
