import { useSignedForm } from "~/components/wallet/signing/use-signed-form"
import { tidyLine, withoutControls } from "~/effects/base/text/plain"
import type { ToSign } from "~/effects/conversation/announcements/statement"

type Prepared = ToSign & { readonly digest: string }

const ownDigest = async ({ digest: _, ...toSign }: Prepared, form: FormData): Promise<string> => {
  const [{ toStatement }, { statementDigest }] = await Promise.all([
    import("~/effects/conversation/announcements/statement"),
    import("~/effects/base/text/statement")
  ])
  return statementDigest(toStatement({ ...toSign, ...announcedText(form) }))
}

/** Title and text, read from the form as the server reads them. */
export const announcedText = (form: FormData) => {
  const text = (name: string) => String(form.get(name) ?? "")
  return { title: tidyLine(text("title")), body: withoutControls(text("body").replace(/\r\n?/g, "\n")) }
}

/** Publishes an announcement with a signature. */
export const useSignedPublish = (communityId: string, account: string, onPublished: () => void) =>
  useSignedForm<Prepared>({
    noun: "announcement",
    address: `/api/announcements/${communityId}/prepare`,
    target: `/api/announcements/${communityId}`,
    onPublished,
    account,
    bodyOf: (form) => Object.fromEntries(form),
    statementOf: (prepared) => prepared,
    ownDigest
  })
