/**
 * The same check for requests from strangers: opens a limited number of sealed ballots, since each takes some tens of
 * milliseconds of a core.
 */
import { checkFile } from "./checkFile"
import { parseJson } from "./layout"
import type { Report } from "./Report"

/** Nothing was checked: the file has more sealed ballots than are opened here. */
export interface TooManySealed {
  readonly sealed: number
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const isSealed = (entry: unknown): boolean => isObject(entry) && isObject(entry.ballot) && "sealed" in entry.ballot

const accountOf = (entry: unknown): unknown => (isObject(entry) && isObject(entry.ballot) ? entry.ballot.account : null)

/** Number of ballots that the stated result calls spoilt: each is opened, even if it was replaced. */
const spoiltIn = ({ tally }: Readonly<Record<string, unknown>>): number =>
  isObject(tally) && isObject(tally.spoilt) && Array.isArray(tally.spoilt.ballots) ? tally.spoilt.ballots.length : 0

/** Most ballots of a file that would be opened; 0 without the beacon's signature. */
const sealedIn = (text: string): number => {
  const file = parseJson(text)
  if (!isObject(file) || !("beacon" in file) || !Array.isArray(file.ballots)) return 0
  return new Set(file.ballots.filter(isSealed).map(accountOf)).size + spoiltIn(file)
}

/** @param most sealed ballots that are opened for one file. */
export const checkWithin = async (text: string, most: number): Promise<Report | TooManySealed> => {
  // Most files have no sealed ballots, and need not be read twice.
  const sealed = text.includes('"beacon"') ? sealedIn(text) : 0
  return sealed > most ? { sealed } : checkFile(text)
}
