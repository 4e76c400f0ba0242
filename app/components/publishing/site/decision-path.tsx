const stations = [
  { name: "Thread", text: "Someone writes what is wrong and what might help. Others make it better." },
  { name: "Proposal", text: "The text is fixed and signed. The rules stand beside it in plain numbers." },
  { name: "Vote", text: "Each ballot is a wallet signature. You can change it until the close." },
  { name: "Result", text: "Counted once, in sentences, with one file that lets anyone count again." },
  { name: "Done", text: "What ran on the ledger is compared with what was voted." }
]

export function DecisionPath() {
  return (
    <section className="wrap section" data-wide aria-labelledby="travels">
      <h2 id="travels">How a decision travels</h2>
      <ol className="path">
        {stations.map(({ name, text }) => (
          <li key={name}>
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
