/**
 * The scripts of a document, written by the server in place of Remix's own (docs/architecture.md, "How a page
 * hydrates").
 */
import { Scripts, ScrollRestoration } from "@remix-run/react"
import { EARLY_ANSWERS_SCRIPT } from "~/connector/WalletHandle"
import { HOLD_AT_ONCE_SCRIPT, HOLD_SCRIPT, PAGE_SCRIPT } from "./early-scripts"
import { manifestAround, modulesOf, scriptsOf } from "./route-manifest"
import { useServed } from "./served"
import { wakingOf } from "./waking"

/** Hot reload depends on Remix's loading order, so in development pages hydrate as Remix does it. */
const isDeveloping = import.meta.env.DEV

/**
 * Before the style sheets, which block inline scripts. The script removes itself, so that React finds the head it
 * expects.
 */
export function FirstScript() {
  const { nonce, remix } = useServed()
  const hold = wakingOf(remix.staticHandlerContext) === "at once" ? HOLD_AT_ONCE_SCRIPT : HOLD_SCRIPT
  return (
    <script nonce={nonce}>{`${EARLY_ANSWERS_SCRIPT}${isDeveloping ? "" : hold}document.currentScript.remove()`}</script>
  )
}

/** At the end of the body, where React ignores unknown elements. */
export function PageScripts() {
  const { nonce, remix } = useServed()
  if (isDeveloping) {
    return (
      <>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </>
    )
  }
  const { manifest, serverHandoffString, staticHandlerContext } = remix
  const matched = staticHandlerContext.matches.map(({ route }) => route.id)
  const waking = wakingOf(staticHandlerContext)
  const isAsleep = waking !== "at once"
  const isAnswer = staticHandlerContext.actionData !== null || staticHandlerContext.errors !== null
  return (
    <>
      <ScrollRestoration nonce={nonce} />
      {!isAsleep && scriptsOf(manifest, matched).map((href) => <link key={href} rel="modulepreload" href={href} />)}
      {/* Elements for the modules that Remix' own script imports as well: the page's load event waits for them. */}
      {!isAsleep &&
        modulesOf(manifest, matched).map((src) => <script key={src} nonce={nonce} type="module" async src={src} />)}
      <script
        nonce={nonce}
        data-context={serverHandoffString}
        data-manifest={manifestAround(manifest, matched)}
        data-routes={JSON.stringify(matched)}
        data-at-once={isAsleep ? undefined : isAnswer ? "as it is" : "anew"}
      >
        {PAGE_SCRIPT}
      </script>
      {isAsleep && <script nonce={nonce} type="module" async src={__ASLEEP__} data-waking={waking} />}
    </>
  )
}
