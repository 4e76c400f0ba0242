/** Every rule of docs/product/people.md on the sign-up forms, against a second, naive implementation. */
import { Either, FastCheck as fc, type Schema } from "effect"
import { assert, describe, it } from "vitest"
import { checkForm } from "~/effects/base/remix/form"
import { Bio, ChosenTags, Email, OtpCode, ProfileForm, SignupForm, Username } from "~/effects/people/signup/forms"
import { type WorkEntryDraft, wrongWorkFields } from "~/effects/people/users/rules"
import { Day, WorkEntry, WorkHistory } from "~/effects/people/users/WorkHistory"

const accepts = <A, I>(schema: Schema.Schema<A, I>, value: unknown) => Either.isRight(checkForm(schema, value))

/** The product's own limits; the contract of the wizard names none for these. */
const NAME_CAP = 60
const EMAIL_CAP = 254

const plainName = (text: string) => {
  const trimmed = text.trim()
  const allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_ "
  return trimmed.length >= 3 && trimmed.length <= NAME_CAP && trimmed.split("").every((c) => allowed.includes(c))
}

const plainEmail = (text: string) => {
  const parts = text.split("@")
  const [local = "", domain = ""] = parts
  const inner = domain.slice(1, -1)
  const blank = text.split("").some((c) => c.trim() === "")
  return parts.length === 2 && local !== "" && inner.includes(".") && !blank && text.length <= EMAIL_CAP
}

const leap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const plainDay = (text: string) => {
  if (text.length !== 10 || text[4] !== "-" || text[7] !== "-") return false
  const parts = [text.slice(0, 4), text.slice(5, 7), text.slice(8)]
  if (parts.some((part) => part.split("").some((c) => !"0123456789".includes(c)))) return false
  const [year = 0, month = 0, day = 0] = parts.map(Number)
  const lengths = [31, leap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return day >= 1 && day <= (lengths[month - 1] ?? 0)
}

/** Near the rules' edges, where random text rarely lands. */
const nearName = fc.oneof(
  fc.string(),
  fc.stringMatching(/^ {0,2}[A-Za-z0-9_ ]{0,5} {0,2}$/),
  fc.stringMatching(/^[A-Za-z]{55,65}$/),
  fc.stringMatching(/^[A-Za-z]{2,4}[<>é.-]?$/)
)
const nearEmail = fc.oneof(
  fc.string(),
  fc.stringMatching(/^[a-z.@ ]{0,12}$/),
  fc.stringMatching(/^[a-z]{0,2}@[a-z.]{0,5}$/),
  fc.tuple(fc.emailAddress(), fc.constantFrom("", "\r\nBcc: x@y.z", " ", "@", "\u00a0")).map((parts) => parts.join(""))
)
const nearDay = fc.oneof(
  fc.string(),
  fc
    .tuple(fc.nat(2100), fc.nat(14), fc.nat(33))
    .map(([y, m, d]) => [String(y).padStart(4, "0"), String(m).padStart(2, "0"), String(d).padStart(2, "0")].join("-"))
)

describe("single fields", () => {
  it("accept a name exactly when its trimmed text has 3 letters, digits, underscores or spaces", () =>
    fc.assert(fc.property(nearName, (text) => assert.strictEqual(accepts(Username, text), plainName(text)))))

  it("accept an e-mail exactly when it is text, @, text, dot, text without blanks", () =>
    fc.assert(fc.property(nearEmail, (text) => assert.strictEqual(accepts(Email, text), plainEmail(text)))))

  it("accept a bio of 10 to 300 characters after trimming", () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 320 }), fc.constantFrom("", "  ", "\n"), (length, blank) =>
        assert.strictEqual(accepts(Bio, blank + "x".repeat(length) + blank), length >= 10 && length <= 300)
      )
    ))

  it("accept 5 to 10 tags and otherwise show the wizard's sentence", () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 14 }), (count) => {
        const tags = Array.from({ length: count }, (_, index) => `tag ${index}`)
        const checked = checkForm(ProfileForm, { ...profile, tags })
        assert.strictEqual(Either.isRight(checked), count >= 5 && count <= 10)
        if (Either.isLeft(checked)) assert.deepStrictEqual(checked.left, { tags: "Select between 5 and 10 tags." })
      })
    ))

  it("accept each tag once", () => assert.isFalse(accepts(ChosenTags, ["a", "b", "c", "d", "a"])))

  it("accept six ASCII digits as a code and nothing else", () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.stringMatching(/^[0-9]{4,8}$/),
          fc.stringMatching(/^[0-9 ]{6,8}$/),
          fc.constant("٣٤٥٦٧٨")
        ),
        (text) => {
          const plain = text.length === 6 && text.split("").every((c) => c >= "0" && c <= "9")
          assert.strictEqual(accepts(OtpCode, text), plain)
        }
      )
    ))

  it("accept existing days", () =>
    fc.assert(fc.property(nearDay, (text) => assert.strictEqual(accepts(Day, text), plainDay(text)))))

  it.each(["2026-02-29", "2026-02-30", "2026-13-01", "1900-02-29"])("refuse %s as a day", (text) =>
    assert.isFalse(accepts(Day, text))
  )
})

const profile = {
  username: "Ada L",
  email: "ada@example.org",
  bio: "I like communities",
  display_image: "/files/a/-/preview/1000x562/",
  tags: ["Arts", "Music", "Film", "Games", "Sport"]
}
const job: WorkEntryDraft = {
  company_name: "Acme",
  start_date: "2020-01-01",
  end_date: "2021-01-01",
  current: false,
  designation: "Baker",
  description: "Bread"
}

describe("the profile form", () => {
  it("shows 'Profile image is required.' without a picture", () => {
    const checked = checkForm(ProfileForm, { ...profile, display_image: "" })
    assert.deepStrictEqual(
      Either.getLeft(checked).pipe((left) => left._tag === "Some" && left.value),
      {
        display_image: "Profile image is required."
      }
    )
  })

  it("trims name and bio and keeps the rest unchanged", () => {
    const checked = Either.getOrThrow(
      checkForm(ProfileForm, { ...profile, username: "  Ada L ", bio: ` ${profile.bio}\n` })
    )
    assert.deepEqual<unknown>(checked, profile)
  })

  it("reports every invalid field, each once", () => {
    const checked = checkForm(ProfileForm, { username: "ab", email: "a@b", bio: "short", display_image: "", tags: [] })
    assert.deepStrictEqual(
      Either.match(checked, { onLeft: (fields) => Object.keys(fields).sort(), onRight: () => [] }),
      ["bio", "display_image", "email", "tags", "username"]
    )
  })
})

describe("the work history", () => {
  const text = fc.constantFrom("", "  ", "x", "Acme")
  const day = fc.constantFrom("", "1999-12-31", "2000-01-01", "2010-05-05", "2026-11-20", "2026-02-30")
  const entry = fc.record({
    company_name: text,
    start_date: day,
    end_date: fc.oneof(day, fc.constant(null)),
    current: fc.boolean(),
    designation: text,
    description: text
  })
  const plainEntry = (draft: WorkEntryDraft) => {
    const texts = [draft.company_name, draft.designation, draft.description].every((value) => value.trim() !== "")
    const starts = plainDay(draft.start_date) && draft.start_date >= "2000-01-01"
    const ends =
      draft.end_date === null ? draft.current : plainDay(draft.end_date) && draft.end_date >= draft.start_date
    return texts && starts && ends
  }

  it("is valid when empty, and when every entry is complete and in order", () => {
    assert.isTrue(accepts(WorkHistory, []))
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 3 }), (entries) =>
        assert.strictEqual(accepts(WorkHistory, entries), entries.every(plainEntry))
      ),
      { numRuns: 1_000 }
    )
  })
})

describe("the sign-up body", () => {
  const body = {
    ...profile,
    work_history: [job],
    public_address: "account_tdx_2_x",
    newletterOpted: true,
    otp: "123456"
  }

  it("uses the contract's spelling on the wire and ours inside", () => {
    assert.isTrue(Either.getOrThrow(checkForm(SignupForm, body)).newsletterOptedIn)
    const { newletterOpted: _, ...rest } = body
    assert.isFalse(accepts(SignupForm, { ...rest, newsletterOpted: true }))
  })

  it("requires all nine fields", () => {
    for (const field of Object.keys(body)) {
      const { [field as keyof typeof body]: _, ...rest } = body
      const checked = checkForm(SignupForm, rest)
      assert.isTrue(Either.isLeft(checked), field)
      if (Either.isLeft(checked)) assert.deepStrictEqual(Object.keys(checked.left), [field])
    }
  })

  it("refuses a malformed code with the wizard's sentence", () => {
    const checked = checkForm(SignupForm, { ...body, otp: "12345" })
    assert.deepStrictEqual(Either.isLeft(checked) && checked.left, { otp: "Please enter all 6 digits of the OTP" })
  })
})

describe("the rules without a schema", () => {
  const text = fc.constantFrom("", " ", "Acme", "x".repeat(2_001))
  const day = fc.oneof(nearDay, fc.constantFrom("", "1999-12-31", "2000-01-01", "2020-05-05", "2021-02-30"))
  const entry = fc.record({
    company_name: text,
    start_date: day,
    end_date: fc.option(day),
    current: fc.boolean(),
    designation: text,
    description: text
  })

  it("name the fields of a job as its schema does, so that the edit page marks what the server refuses", () =>
    fc.assert(
      fc.property(entry, (draft) => {
        const bySchema = Either.match(checkForm(WorkEntry, draft), { onLeft: Object.keys, onRight: () => [] })
        assert.deepStrictEqual([...wrongWorkFields(draft)].sort(), [...bySchema].sort())
      }),
      { numRuns: 500 }
    ))
})
