import { useState } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { Block } from "~/components/base/parts/block"
import { LedgerAddress } from "~/components/base/parts/ledger-address"
import { Notice } from "~/components/base/parts/notice"
import { ManifestFold } from "~/components/chain/prepared-transactions/manifest-fold"
import { TransactionStep } from "~/components/chain/prepared-transactions/transaction-step"
import { AskForm } from "~/components/treasury/payouts/ask-signers"
import { useWalletNow } from "~/components/wallet/wallet/use-wallet"
import type { CommunityId } from "~/effects/access/Community"
import type { StepView } from "~/effects/chain/prepared-transactions/Step"
import { dayText } from "~/effects/treasury/bonds/codes"
import { moneyText } from "~/effects/treasury/bonds/money"
import type { BondsPage, Terms, VaultView } from "~/effects/treasury/bonds/views"

type Props = {
  readonly series: Terms
  readonly communityId: CommunityId
  /** Null if the ledger does not answer, or before the issue. */
  readonly vaults: ReadonlyArray<VaultView> | null
}

const whereabouts = ({ amount, isIssuers, isOpen }: VaultView, from: number): string => {
  if (amount === "0") return isIssuers ? "returned" : "taken"
  if (!isOpen) return `locked until ${dayText(from)}`
  return isIssuers ? "waits for the treasury" : "waits for its holder"
}

/** What secures the bonds of a series: four sentences, and what the ledger holds for each bond. */
export function CollateralBlock({ communityId, series, vaults }: Props) {
  const { secured } = series
  if (secured === null) return null
  return (
    <Block
      id="collateral"
      title="Collateral"
      more={
        <a href={`/api/bonds/${communityId}/terms/${series.code}`} className="small">
          In the terms file
        </a>
      }
    >
      <div className="stack">
        {secured.sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {secured.isLocked && vaults === null && <p>We cannot read the collateral on the ledger right now.</p>}
        {vaults !== null && vaults.length > 0 && (
          <ul className="entries" aria-label="Collateral of each bond">
            {vaults.map((each) => (
              <li key={each.vault} className="stack" data-gap="s">
                <p className="row" data-apart>
                  <b>Bond {each.number}</b>
                  <span>
                    {each.amount !== "0" && `${moneyText(each.amount)} ${secured.symbol}: `}
                    {whereabouts(each, secured.from)}
                  </span>
                </p>
                <p className="meta">
                  <span>
                    Held by{" "}
                    {each.isIssuers ? (
                      "the issuer"
                    ) : each.holder === null ? (
                      "an account we cannot read"
                    ) : (
                      <LedgerAddress kind="account" address={each.holder} />
                    )}
                  </span>
                  <span>
                    Locked in <LedgerAddress kind="component" address={each.vault} />:{" "}
                    <a href={`/verify?collateral=${each.vault}`}>check it</a>
                  </span>
                </p>
                {each.manifest !== null && (
                  <>
                    <p className="small muted">
                      Its holder can take it without this site: send this manifest with any wallet.
                    </p>
                    <ManifestFold manifest={each.manifest} />
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Block>
  )
}

type TakeProps = Pick<Props, "communityId"> & {
  readonly series: Pick<Terms, "code" | "id">
  readonly takes: Extract<BondsPage, { readonly view: "single" }>["takes"]
}

const isStep = (body: unknown): body is StepView =>
  typeof body === "object" && body !== null && "id" in body && "manifest" in body

/** Taking collateral with the reader's own wallet, for their bonds or for those of the treasury. */
export function TakeCollateral({ communityId, series, takes }: TakeProps) {
  useWalletNow()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [step, setStep] = useState<StepView | null>(null)
  const prepare = async (who: "holder" | "treasury") => {
    setBusy(true)
    setProblem(null)
    const response = await fetch(`/api/bonds/${communityId}/collateral`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ series: series.id, for: who })
    }).catch(() => null)
    const body: unknown = await response?.json().catch(() => null)
    setBusy(false)
    if (response?.ok === true && isStep(body)) return setStep(body)
    const said = typeof body === "object" && body !== null && "message" in body ? body.message : null
    setProblem(typeof said === "string" ? said : "The server could not be reached. Try again.")
  }
  if (step === null && !takes.own && takes.treasury === false) return null
  return (
    <Block id={`take-${series.code}`} title="Take the collateral">
      <div className="stack">
        {step === null && takes.own && (
          <>
            <p>
              Your bonds of {series.code} were not redeemed. One transaction of your own moves their collateral to your
              account; you keep the bonds.
            </p>
            <div>
              <BusyButton
                className="button"
                data-kind="primary"
                type="button"
                isBusy={isBusy}
                onClick={() => void prepare("holder")}
              >
                Take the collateral
              </BusyButton>
            </div>
          </>
        )}
        {takes.treasury === "signers" && (
          <AskForm intent="propose-collateral" about={{ series: series.id }} word="Ask the signers to return it">
            The treasury has bonds of {series.code}, so their collateral can return to it.
          </AskForm>
        )}
        {step === null && takes.treasury === "one" && (
          <>
            <p>The treasury has bonds of {series.code}, so their collateral can return to it.</p>
            <div>
              <BusyButton className="button" type="button" isBusy={isBusy} onClick={() => void prepare("treasury")}>
                Return it to the treasury
              </BusyButton>
            </div>
          </>
        )}
        {problem !== null && (
          <Notice tone="bad" role="alert">
            <p>{problem}</p>
          </Notice>
        )}
        {step !== null && (
          <TransactionStep key={step.id} step={step} word="Sign in my wallet">
            <p>One transaction takes the collateral of these bonds, and leaves the bonds where they are.</p>
          </TransactionStep>
        )}
      </div>
    </Block>
  )
}
