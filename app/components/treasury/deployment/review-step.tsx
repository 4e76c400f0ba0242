import { Link } from "@remix-run/react"
import { Notice } from "~/components/base/parts/notice"
import { useRootData } from "~/components/base/site/root-data"
import { shortAddress } from "~/components/base/text/short-address"
import { ManifestFold } from "~/components/chain/prepared-transactions/manifest-fold"
import { PracticeWalletButton } from "~/components/wallet/wallet/practice-wallet-button"
import { readable } from "~/effects/base/amounts/readable"
import type { DryRunOutcome } from "~/effects/treasury/deployment/page"
import type { DeployValues } from "~/effects/treasury/deployment/values"
import type { StepProps } from "./step-props"

export function ReviewStep({ page: { name, review, token, values } }: StepProps) {
  return (
    <>
      <InWords name={name} values={values} linked={token?.symbol ?? token?.name ?? null} />
      {review?.manifest != null && <ManifestFold manifest={review.manifest} />}
      {review?.dryRun != null && <DryRunLine dryRun={review.dryRun} />}
    </>
  )
}

/** The transaction in words, in the order it happens. */
export function InWords({
  linked,
  name,
  values
}: {
  readonly name: string
  readonly values: DeployValues
  readonly linked: string | null
}) {
  const { admin, divisibility, mintable, recoverable, supply, symbol, token, tokenName } = values
  return (
    <div className="prose">
      <ol>
        <li>
          Creates admin badge 1 of {name} and puts it into{" "}
          <span className="address" title={admin}>
            {shortAddress(admin)}
          </span>
          .
        </li>
        {token === "new" && (
          <li>
            Creates the token {tokenName} ({symbol}): <span className="num">{readable(supply)}</span>, with{" "}
            {divisibility} decimal places. {mintable === "yes" ? "Admins can mint more." : "Nobody can ever mint more."}
          </li>
        )}
        <li>Creates the treasury, an account that anyone with an admin badge can spend from.</li>
        <li>
          Creates the locker for payments.{" "}
          {recoverable === "yes"
            ? "Admins can take unclaimed payments back."
            : "Unclaimed payments cannot be taken back."}
        </li>
        <li>Records the community's name and website on the ledger.</li>
        <li>Permanently marks your account, so that this community cannot be deployed twice.</li>
        {token === "new" && <li>Puts the whole supply of {symbol} into the treasury.</li>}
        {token === "link" && <li>Leaves {linked ?? "the linked token"} as it is; only this site names it.</li>}
      </ol>
    </div>
  )
}

/** The expected fee, and whether the account can pay it. */
function DryRunLine({ dryRun: { balance, fee, isEnough, problem } }: { readonly dryRun: DryRunOutcome }) {
  const { practiceWallet } = useRootData()
  if (fee === null) {
    return (
      <Notice tone="warn">
        <p>{problem} The fee is not known yet; your wallet shows it before you sign.</p>
      </Notice>
    )
  }
  if (problem !== null) {
    return (
      <Notice tone="bad">
        <p>The ledger would refuse this: {problem}</p>
      </Notice>
    )
  }
  if (isEnough) {
    return (
      <p>
        The fee is about <span className="num">{fee}</span> test XRD; your account holds{" "}
        <span className="num">{readable(balance ?? "0")}</span>.
      </p>
    )
  }
  return (
    <Notice tone="warn">
      <p>
        You need about {fee} test XRD; you have {balance}. Get test XRD:{" "}
        {practiceWallet ? <PracticeWalletButton /> : <Link to="/resources/connect">how to get it</Link>}
      </p>
    </Notice>
  )
}
