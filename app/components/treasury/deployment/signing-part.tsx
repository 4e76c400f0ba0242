import { Form } from "@remix-run/react"
import { TransactionStep } from "~/components/chain/prepared-transactions/transaction-step"
import type { DeployPage } from "~/effects/treasury/deployment/page"
import { deployHref } from "~/effects/treasury/deployment/values"
import { InWords } from "./review-step"

type SigningPage = Extract<DeployPage, { readonly state: "signing" }>

/** A prepared deployment: from here on its state comes from the ledger, on any device. */
export function SigningPart({ page: { name, slug, step, values } }: { readonly page: SigningPage }) {
  return (
    <section className="stack" data-gap="l" aria-labelledby="signing">
      <h2 id="signing">One transaction</h2>
      <TransactionStep
        step={step}
        word="Sign in my wallet"
        aside={
          <Form method="post" action={deployHref(slug)}>
            <button className="button" type="submit" name="intent" value="change">
              Edit
            </button>
          </Form>
        }
      >
        <InWords name={name} values={values} linked={null} />
      </TransactionStep>
    </section>
  )
}
