/** Texts of questions that agents wait with. */
export const questionText = {
  label: 'Questions for you',
  none: 'No question waits for an answer',
  asks: 'asks',
  answer: 'Answer in your own words',
  dismiss: (name: string) => `Put the question of ${name} away`,
  more: (count: number) => `${count} more`,
} as const
