const digitRun = /\d(?:[ -]?\d){11,18}/g

/** Whether the text holds what could be the number of a card. */
export const hasCardNumber = (text: string): boolean =>
  (text.match(digitRun) ?? []).some((run) => passesLuhn(run.replace(/\D/g, '')))

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
