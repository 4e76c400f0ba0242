/** The site's operator by its settings, stated truthfully if they name nobody. */
import { renderToStaticMarkup } from "react-dom/server"
import { assert, describe, it } from "vitest"
import { WhoRunsThis } from "~/components/base/parts/operator"

const shown = (props: Parameters<typeof WhoRunsThis>[0]) => renderToStaticMarkup(<WhoRunsThis {...props} />)

describe("the operator of this site", () => {
  it("is named, with a link if there is one", () => {
    const operator = { name: "Verein <Gemeingut>", url: null }
    assert.strictEqual(shown({ ledger: "stokenet", operator }), "Verein &lt;Gemeingut&gt; runs this site.")
    assert.strictEqual(
      shown({ ledger: "stokenet", operator: { ...operator, url: "https://gemeingut.example" } }),
      '<a href="https://gemeingut.example">Verein &lt;Gemeingut&gt;</a> runs this site.'
    )
  })
  it("is said to be unnamed otherwise", () => {
    assert.strictEqual(shown({ ledger: "stokenet", operator: null }), "The operator of this site has not given a name.")
    assert.include(shown({ ledger: "local", operator: null }), "has not given a name")
  })
})
