import { Link } from "@remix-run/react"
import { Fact } from "~/components/base/parts/fact"
import { Icon } from "~/components/base/parts/icon"
import { LedgerAddress } from "~/components/base/parts/ledger-address"
import { readable } from "~/effects/base/amounts/readable"
import { grouped } from "~/effects/base/text/grouped"
import { inUtc } from "~/effects/base/text/moments"
import { isKeySeat, shortSeat } from "~/effects/treasury/deployment/seatIds"
import type {
  CheckedRequest,
  CheckedSigner,
  CheckedTransaction
} from "~/effects/treasury/multisig/check/CheckedTransaction"

/** What the ledger says about one transaction: each request in it first, then what moved. */
export function TransactionReport({ found }: { readonly found: CheckedTransaction }) {
  const { at, error, instead, known, moved, requests, stateVersion, status, transaction } = found
  return (
    <>
      {requests.map((request) => (
        <RequestReport key={request.hash} request={request} isCommitted={status === "CommittedSuccess"} />
      ))}
      {instead !== null && (
        <section className="verdict" data-tone="warn" aria-labelledby="verdict-instead">
          <h3 id="verdict-instead">No request of several signers</h3>
          <p>{instead}</p>
        </section>
      )}
      <section className="block" aria-labelledby="on-the-ledger">
        <div className="block__head">
          <h3 id="on-the-ledger">On the ledger</h3>
        </div>
        <dl className="facts">
          <Fact name="Transaction">
            <LedgerAddress kind="transaction" address={transaction} />
          </Fact>
          <Fact name="Executed">
            {status === "CommittedSuccess" ? "Yes" : `No, it failed${error === null ? "" : `: ${error}`}`}, on{" "}
            {inUtc("moment", Date.parse(at))} UTC, version {grouped(stateVersion)}
          </Fact>
          {known !== null && (
            <Fact name="On this site">
              <Link to={known.href}>{known.title}</Link>
            </Fact>
          )}
        </dl>
        {moved.length > 0 && (
          <ul className="list" aria-label="What moved">
            {moved.map(({ account, change, name, resource }) => (
              <li key={`${account} ${resource}`}>
                {change.startsWith("-") ? readable(change) : `+${readable(change)}`} {name},{" "}
                <LedgerAddress kind="account" address={account} />
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

function RequestReport({ isCommitted, request }: { readonly request: CheckedRequest; readonly isCommitted: boolean }) {
  const { badge, code, does, hash, isEnough, manifest, message, others, rule, signers, treasury, verdict } = request
  const tone = !isCommitted ? "bad" : isEnough ? "ok" : "warn"
  return (
    <>
      <section className="verdict" data-tone={tone} aria-labelledby={`verdict-${code}`}>
        <p className="eyebrow">Request {code}</p>
        <h3 id={`verdict-${code}`}>{verdict}</h3>
        {message !== null && <p>{message}</p>}
      </section>
      <section className="block" aria-labelledby={`signers-${code}`}>
        <div className="block__head">
          <h3 id={`signers-${code}`}>Who signed</h3>
        </div>
        <ul className="checklist">
          {signers.map((one) => (
            <Signer key={`${one.account} ${one.id}`} one={one} counts={rule.ids.includes(one.id)} />
          ))}
        </ul>
        {others > 0 && (
          <p className="small muted">
            {others === 1 ? "One more signature holds" : `${others} more signatures hold`}, of keys that{" "}
            {badge === null ? "the rule does not count." : "none of these accounts names."}
          </p>
        )}
        <dl className="facts">
          <Fact name="Treasury">
            <LedgerAddress kind="account" address={treasury} />
          </Fact>
          <Fact name="Its rule then">
            {rule.needed} of{" "}
            {badge === null ? (
              <>
                the keys <span className="digest request-key">{rule.ids.join(", ")}</span>
              </>
            ) : (
              <>
                {rule.ids.join(", ")} of <LedgerAddress kind="resource" address={badge} />
              </>
            )}
          </Fact>
          <Fact name="Hash that they signed">
            <LedgerAddress kind="subintent" address={hash} />
          </Fact>
        </dl>
        <h4 className="h4">What it does</h4>
        <ol className="list request-does">
          {does.map((sentence, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes, and sentences may be the same
            <li key={index}>{sentence}</li>
          ))}
        </ol>
        <details className="disclosure">
          <summary>The request as it was signed</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll inside their own box, which the keyboard must reach */}
          <pre className="scroll digest" data-block tabIndex={0}>
            {manifest}
          </pre>
        </details>
      </section>
    </>
  )
}

const checks = {
  signed: { tone: "ok", icon: "check", word: "Signed" },
  missing: { tone: "bad", icon: "cross", word: "Did not sign" },
  unknown: { tone: "warn", icon: "circle", word: "Key unknown" }
} as const

function Signer({ counts, one }: { readonly one: CheckedSigner; readonly counts: boolean }) {
  const { account, id, key, name, note, state } = one
  const { icon, tone, word } = checks[state]
  return (
    <li>
      <span data-tone={tone}>
        <Icon name={icon} />
      </span>
      <span>
        <b>
          {isKeySeat(id) ? "Key" : "Badge"} {shortSeat(id)}
          {name !== null && `, ${name}`}
        </b>
      </span>
      <small>
        {word}
        {!counts && "; this badge did not count then"}.
        {account !== null && (
          <>
            {" "}
            Account <LedgerAddress kind="account" address={account} />
          </>
        )}
        {key !== null && (
          <>
            {account === null ? " Public key " : ", key "}
            <span className="digest request-key">{key}</span>
          </>
        )}
        {note !== null && ` ${note}`}
      </small>
    </li>
  )
}
