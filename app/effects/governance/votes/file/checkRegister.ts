/** Checks a community's register of decisions as a file: its form, its order and its checksum. */
import { Either } from "effect"
import { codeOf } from "~/effects/base/text/checkCode"
import { counted } from "~/effects/base/text/counted"
import { checksumOf, RegisterFile } from "../../decisions/register"
import { failed, type Report, type Step, stepOf } from "./Report"
import { formStep, readStrictly } from "./readStrictly"

const isInOrder = ({ decisions }: RegisterFile): boolean =>
  decisions.every(({ closedAt, number }, n) => {
    const before = decisions[n - 1]
    return (
      before === undefined || before.closedAt < closedAt || (before.closedAt === closedAt && before.number < number)
    )
  })

const isInYear = ({ decisions, until, year }: RegisterFile): boolean =>
  until <= `${Number(year) + 1}-01-01T00:00:00.000Z` &&
  decisions.every(({ closedAt }) => closedAt.startsWith(`${year}-`) && closedAt < until)

const stepsOf = (file: RegisterFile, isOwnLayout: boolean): ReadonlyArray<Step> => [
  formStep(file.schema, isOwnLayout, `Made by ${file.origin}.`),
  stepOf(
    "The checksum is that of the content",
    checksumOf(file) === file.checksum,
    "The content was changed after the checksum was made, or the checksum belongs to another register.",
    codeOf(file.checksum)
  ),
  stepOf("All decisions are of its year", isInYear(file), "A decision is of another time.", file.year),
  stepOf("Each decision is listed once, in order", isInOrder(file), "A decision is listed twice, or out of order.")
]

export const checkRegister = async (value: unknown, source: string): Promise<Report> => {
  const read = await readStrictly(RegisterFile, value, source)
  if (Either.isLeft(read)) return read.left
  const { file, isOwnLayout } = read.right
  const steps = stepsOf(file, isOwnLayout)
  const findings = failed(steps)
  const subject = `${file.community.name}, decisions of ${file.year}`
  const common = { subject, steps, findings, marks: [], labels: [] }
  const [first] = findings
  if (first !== undefined) {
    return { ...common, holds: false, verdict: "This file does not check out.", detail: first.words }
  }
  const many = counted(file.decisions.length, "decision")
  return {
    ...common,
    holds: true,
    confirmation: "open",
    verdict: `The register is complete as it was made: ${many} until ${file.until.slice(0, 10)}, code ${codeOf(file.checksum)}.`,
    detail: `Anyone could have written such a file. Compare the code with the register on ${file.origin}, and check the ballot file of a decision that matters to you: its address is in the register.`
  }
}
