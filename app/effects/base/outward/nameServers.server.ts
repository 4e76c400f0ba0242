/**
 * Names that people gave, resolved by asking name servers directly. The system's own resolver (`dns.lookup`) waits for
 * an answer in a thread of the process' pool, of which two at most may do so: a few names whose servers never answer
 * would hold up every other look-up, those of the mail server and the gateway too
 * (docs/decisions/0093-names-of-people-ask-name-servers.md).
 */
import { type LookupAddress, type LookupAllOptions, Resolver } from "node:dns"

/** As `dns.lookup` answers all addresses of a name. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, found: Array<LookupAddress>) => void
) => void

/** Milliseconds of the first question, and questions to one server; the second waits twice as long. */
const TIMEOUT_MS = 1_500
const TRIES = 2

/** No name server takes the question: that is told as a name that is not there, not as an address that takes no connection. */
const asName = (failure: NodeJS.ErrnoException): NodeJS.ErrnoException =>
  failure.code === "ECONNREFUSED" ? Object.assign(new Error(failure.message), { code: "ENOTFOUND" }) : failure

/** There is such a name, with addresses of the other kind only. */
const NO_SUCH_KIND = "ENODATA"

interface Answered {
  readonly failure: NodeJS.ErrnoException | null
  readonly found: ReadonlyArray<LookupAddress>
}

/** @param servers as `dns.setServers` takes them; those of the system without it
 *  @param timeout of the first question, milliseconds */
export const makeNameServers =
  (servers?: ReadonlyArray<string>, timeout = TIMEOUT_MS): Resolve =>
  async (hostname, _, done) => {
    // One for each name: it knows the servers that the system names at this moment.
    const resolver = new Resolver({ timeout, tries: TRIES })
    if (servers !== undefined) resolver.setServers(servers)
    const addressesOf = (family: 4 | 6) =>
      new Promise<Answered>((answer) =>
        resolver[family === 4 ? "resolve4" : "resolve6"](hostname, (failure, found) =>
          answer({ failure, found: failure === null ? found.map((address) => ({ address, family })) : [] })
        )
      )
    const answers = await Promise.all([addressesOf(4), addressesOf(6)])
    const found = answers.flatMap((answer) => answer.found)
    const failures = answers.flatMap(({ failure }) => (failure === null ? [] : [failure]))
    const worst = failures.find(({ code }) => code !== NO_SUCH_KIND) ?? failures[0]
    if (found.length > 0) done(null, found)
    else done(worst === undefined ? null : asName(worst), [])
  }
