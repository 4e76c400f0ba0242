/** Names of the benchmark's rows, and whose pages are opened. */
import { ResourceAddress } from "~/effects/base/addresses/addresses"
import { OPENS, testVoter } from "../../../tests/effects/governance/votes/world"

export const COMMUNITY = "nightfilmabc"
export const SLUG = "night-film"
export const PROPOSAL = "winterabcdef"
export const THREAD = "threadaaaaaa"
export const RUN = "payoutaaaaaa"
export const SERIES = "seriesaaaaaa"
export const TOKEN = ResourceAddress.make("resource_tdx_2_token")
/** The community's owner, who voted. */
export const voter = testVoter("ada")
export const ME = voter.account

export const HOUR = 3_600_000
export const CENTURY = 876_600 * HOUR
/** Times in the future begin here, however old the models are. */
export const AHEAD = Date.now() + HOUR
export const stamps = { createdAt: OPENS, updatedAt: OPENS }

/** One row for each table. */
export type ModelRows = Readonly<Record<string, Readonly<Record<string, string | number | null>>>>
