import { Link, useFetcher } from "@remix-run/react"
import { Fragment, type ReactNode, useEffect, useState } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Block } from "~/components/base/parts/block"
import { LedgerAddress } from "~/components/base/parts/ledger-address"
import { LedgerTime } from "~/components/base/parts/ledger-time"
import { DeployFirst } from "~/components/base/parts/nothing-here"
import { NothingYet } from "~/components/base/parts/nothing-yet"
import { Notice } from "~/components/base/parts/notice"
import { SilentLedger } from "~/components/base/parts/silent-ledger"
import { TestMoney } from "~/components/base/parts/test-money"
import { TimePair } from "~/components/base/parts/time-pair"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { useFrame } from "~/components/base/site/use-frame"
import { shortAddress } from "~/components/base/text/short-address"
import { AskedStep } from "~/components/chain/prepared-transactions/asked-step"
import { TransactionLink } from "~/components/chain/prepared-transactions/manifest-fold"
import { usePreparedClick } from "~/components/chain/prepared-transactions/use-prepared-click"
import { useWallet } from "~/components/wallet/wallet/use-wallet"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { readable } from "~/effects/base/amounts/readable"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import type { WaitingToken, WithdrawPage } from "~/effects/treasury/claims/views"
import { differenceWords } from "~/effects/treasury/claims/words"

type Props = { readonly page: WithdrawPage; readonly reply: PageReply | undefined; readonly isOwn?: boolean }

const accountsIn = (body: unknown): ReadonlyArray<string> =>
  typeof body === "object" && body !== null && "accounts" in body && Array.isArray(body.accounts)
    ? body.accounts.filter((account) => typeof account === "string")
    : []

/** Other accounts shared by this wallet that have something to withdraw here. */
function OtherAccounts({ account }: { readonly account: AccountAddress }) {
  const { id } = useFrame()
  const { accounts } = useWallet()
  const [found, setFound] = useState<ReadonlyArray<string>>([])
  const others = accounts
    .map(({ address }) => address)
    .filter((address) => address !== account)
    .join(" ")
  useEffect(() => {
    if (others === "") return setFound([])
    const asking = new AbortController()
    const query = new URLSearchParams(others.split(" ").map((address) => ["account", address]))
    fetch(`/api/claims/${id}?${query}`, { signal: asking.signal })
      .then((response) => (response.ok ? response.json() : null))
      .then((body: unknown) => setFound(accountsIn(body)))
      // Only a hint: if the request fails, the page is about this account alone.
      .catch(() => undefined)
    return () => asking.abort()
  }, [id, others])
  if (found.length === 0) return null
  return (
    <Notice tone="open">
      <p>
        You can also withdraw with {found.length === 1 ? "another account" : "other accounts"} of your wallet:{" "}
        {found.map((address) => shortAddress(address)).join(", ")}. Connect with that account.
      </p>
    </Notice>
  )
}

/**
 * Claims of the signed-in account in a community's lockers (docs/product/treasury.md), inside the community or on the
 * account's own page, for people who cannot read the community.
 */
export function WithdrawView({ isOwn = false, page, reply }: Props) {
  const { account, history, isDeployed, items, name, now, step, time, treasury, waiting } = page
  const held = waiting.filter(({ amount }) => amount !== "0")
  const prepare = useFetcher<PageReply>()
  const { isWanted, onResponse, want } = usePreparedClick(prepare)
  // A transaction that was only handed to a wallet can be replaced; one that is on its way has to finish first.
  const mayAsk = step?.state !== "sent" && step?.state !== "committed"
  const isAsked = step?.state === "waiting"
  return (
    <div className="stack narrow" data-gap="l">
      <h1>Withdraw tokens</h1>
      {isOwn && treasury !== null && (
        <p>
          From the treasury{name !== null && ` of ${name}`} <LedgerAddress kind="account" address={treasury} />. The
          money is yours whether or not you are a member.
        </p>
      )}
      <ReplyNotice reply={prepare.data ?? replyTo(reply, "withdraw")} />
      {account !== null && isDeployed && time === null && (
        <SilentLedger>Your money is safe on the ledger.</SilentLedger>
      )}
      {held.length === 0 && (time !== null || account === null || !isDeployed) && (
        <NothingWaits account={account}>{!isOwn && <DeployFirst />}</NothingWaits>
      )}
      {step !== null && (
        <Block id="transaction" title="Your withdrawal">
          <AskedStep
            key={step.id}
            step={step}
            isWanted={isWanted}
            onResponse={onResponse}
            word="Withdraw with my wallet"
          />
        </Block>
      )}
      {waiting.length > 0 && (
        <Block id="waiting" title="Waiting for you">
          <div className="stack" data-gap="l">
            {waiting.map((token) => (
              <Token key={token.resource} token={token} now={now}>
                {token.amount !== "0" && mayAsk && held.length > 1 && (
                  <prepare.Form method="post" preventScrollReset onSubmit={want}>
                    <input type="hidden" name="resource" value={token.resource} />
                    <HydratedButton className="button" data-size="s" type="submit" name="intent" value="withdraw">
                      Withdraw {token.symbol}
                    </HydratedButton>
                  </prepare.Form>
                )}
              </Token>
            ))}
            {mayAsk && (held.length > 1 || (held.length === 1 && !isAsked)) && (
              <prepare.Form className="row" method="post" preventScrollReset onSubmit={want}>
                <WithdrawAll isAsked={isAsked} isBusy={prepare.state !== "idle"} />
              </prepare.Form>
            )}
          </div>
        </Block>
      )}
      {items > 0 && (
        <p className="small muted">
          {items === 1 ? "An NFT collection also waits for you." : `${items} NFT collections also wait for you.`}{" "}
          Withdraw them in your wallet.
        </p>
      )}
      {time !== null && <LedgerTime time={time} />}
      {!isOwn && account !== null && isDeployed && <OtherAccounts account={account} />}
      {history.length > 0 && <PastWithdrawals history={history} now={now} />}
      <TestMoney />
    </div>
  )
}

function NothingWaits({ account, children }: Pick<WithdrawPage, "account"> & { readonly children: ReactNode }) {
  return (
    <NothingYet>
      <p>
        {account === null
          ? "Sign in with your wallet to see what you can withdraw."
          : `Nothing is waiting for ${shortAddress(account)}.`}
      </p>
      {children}
    </NothingYet>
  )
}

function WithdrawAll({ isAsked, isBusy }: { readonly isAsked: boolean; readonly isBusy: boolean }) {
  return (
    <BusyButton
      needsScript="where enabled"
      className="button"
      data-kind={isAsked ? undefined : "primary"}
      type="submit"
      name="intent"
      value="withdraw"
      isBusy={isBusy}
    >
      Withdraw all
    </BusyButton>
  )
}

const ENDS = {
  withdrawn: "Withdrawn",
  recovered: "Withdrawn by the treasury",
  left: "Left the locker in a transaction that was not made on this site"
} as const

function PastWithdrawals({ history, now }: Pick<WithdrawPage, "history" | "now">) {
  return (
    <Block id="history" title="History">
      <ul className="entries">
        {history.map(({ at, by, id, kind, txId, words }, n) => (
          <li key={id} id={history.findIndex((each) => each.txId === txId) === n ? txId.slice(-12) : undefined}>
            <p>
              {ENDS[kind]}: <b>{words}</b> <TimePair at={at} now={now} short />
              {by.map((account, n) => (
                <Fragment key={account}>
                  {n === 0 ? (kind === "left" ? ", with the badge of " : ", by ") : ", "}
                  <LedgerAddress kind="account" address={account} />
                </Fragment>
              ))}
            </p>
            <TransactionLink txId={txId} />
          </li>
        ))}
      </ul>
    </Block>
  )
}

type TokenProps = { readonly token: WaitingToken; readonly now: number; readonly children: ReactNode }

function Token({ children, now, token }: TokenProps) {
  const { amount, origins, resource, symbol } = token
  const difference = differenceWords(token)
  return (
    <section className="stack" aria-label={symbol}>
      <div className="row">
        <p className="h3" title={resource}>
          {readable(amount)} {symbol}
        </p>
        {children}
      </div>
      {difference !== null && (
        <Notice tone="warn">
          <p>{difference}</p>
        </Notice>
      )}
      <ul className="entries">
        {origins.map((origin) => (
          <li key={origin.id}>
            <p>
              {origin.path === null ? origin.words : <Link to={origin.path}>{origin.words}</Link>}:{" "}
              {readable(origin.amount)} {symbol}, since <TimePair at={origin.since} now={now} short />
            </p>
            {origin.recoverAfter !== null && (
              <p className="small muted">
                Anyone with an admin badge of the treasury can withdraw it at any time, to any account: the ledger
                allows it. This site offers it after <TimePair at={origin.recoverAfter} now={now} short />
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
