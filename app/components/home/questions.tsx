const questions = [
  {
    question: "Which network?",
    answer:
      "The Radix test network, Stokenet. Tokens there have no value. Set your wallet to Stokenet before you connect; the line at the top of every page says which ledger it belongs to."
  },
  {
    question: "What does my wallet show when I vote?",
    answer:
      "Only that you prove ownership of your account. The page shows a code that stands for exactly your ballot, and the receipt names the same code."
  },
  {
    question: "Can I change my vote?",
    answer: "Yes, until the close. The latest ballot counts; both stay in the file."
  },
  {
    question: "What is a pre-authorization?",
    answer:
      "A signed part of a transaction that says what you give and what you must get. Nothing leaves your account until it runs as a whole, and it ends by itself when its time is over."
  },
  {
    question: "How do I run this myself?",
    answer:
      "Get the source and run npm start. It brings its own ledger, a practice wallet and a mailbox, so you need no accounts anywhere."
  }
]

export function Questions() {
  return (
    <section className="wrap section" aria-labelledby="questions">
      <div className="section__head">
        <h2 id="questions">Questions</h2>
      </div>
      <div className="section__body">
        {questions.map(({ answer, question }, index) => (
          <details className="faq" key={question} open={index === 0}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
