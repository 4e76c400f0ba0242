import { useRevalidator } from "@remix-run/react"
import { useSignedForm } from "~/components/wallet/signing/use-signed-form"
import type { PreparedDelegation } from "~/effects/governance/delegations/delegationForm"

const bodyOf = (form: FormData): Readonly<Record<string, unknown>> => ({
  to: form.get("to") ?? "",
  kinds: form.getAll("kinds"),
  until: form.get("until") ?? ""
})

const ownDigest = async (prepared: PreparedDelegation, form: FormData): Promise<string> => {
  const { ownDelegationHash } = await import("~/effects/governance/delegations/delegationForm")
  return ownDelegationHash(prepared, form)
}

/**
 * Signs and sends a delegation. Its result is a place on the same page, so the data is revalidated instead of reloaded.
 */
export function useSignedDelegation(communityId: string, account: string) {
  const { revalidate } = useRevalidator()
  return useSignedForm<PreparedDelegation>({
    noun: "delegation",
    address: `/api/delegations/${communityId}/prepare`,
    target: `/api/delegations/${communityId}`,
    onPublished: revalidate,
    account,
    bodyOf,
    statementOf: ({ delegation: { from, madeAt, nonce } }) => ({ issuer: from, publishAt: Date.parse(madeAt), nonce }),
    ownDigest
  })
}
