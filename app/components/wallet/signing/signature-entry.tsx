import { Link } from "@remix-run/react"
import { shortHash } from "./ask-signature"

type Props = {
  readonly signed: {
    readonly digest: string
    readonly publicKey: string
    readonly signature: string
    readonly curve: string
    readonly filePath: string
  }
  /** "the issuer's", "its author's". */
  readonly whose: string
  /** Completes "The signature covers …": "the title, the text and the time". */
  readonly covers: string
}

/** Shows who signed a text, what the signature covers, and a file to check it with. */
export function SignatureEntry({ covers, signed, whose }: Props) {
  return (
    <details className="disclosure">
      <summary>
        Signed with {whose} wallet: {shortHash(signed.digest)}
      </summary>
      <p className="small">
        The signature covers {covers}. Anybody can check it: download the file and open it on{" "}
        <Link to="/verify">the verify page</Link>.
      </p>
      <dl className="facts">
        <div>
          <dt>Hash</dt>
          <dd className="digest">{signed.digest}</dd>
        </div>
        <div>
          <dt>Public key</dt>
          <dd className="digest">{signed.publicKey}</dd>
        </div>
        <div>
          <dt>Signature</dt>
          <dd className="digest">{signed.signature}</dd>
        </div>
        <div>
          <dt>Curve</dt>
          <dd>{signed.curve}</dd>
        </div>
      </dl>
      <p>
        <a className="button" data-size="s" href={signed.filePath} download>
          Download the signed file
        </a>
      </p>
    </details>
  )
}
