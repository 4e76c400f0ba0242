import { Seal } from "~/components/base/parts/seal"
import { PressButton } from "~/components/base/site/press-button"
import { useFrame } from "~/components/base/site/use-frame"

/** The head of a printed document of a community. */
export function PaperHead({ kind, name }: { readonly kind: string; readonly name: string }) {
  const frame = useFrame()
  return (
    <header className="sheet__head">
      <div className="row">
        <Seal community={frame} size="l" />
        <p>
          <b>{frame.name}</b>
        </p>
      </div>
      <div className="num">
        <p className="eyebrow">{kind}</p>
        <p className="code-name">{name}</p>
      </div>
    </header>
  )
}

export function PrintButton() {
  return (
    <PressButton className="button only-script" data-kind="primary" data-size="s" onClick={() => window.print()}>
      Print
    </PressButton>
  )
}
