/** Two short tones of a bell, one after the other: their pitches, in Hz. */
const TONES_HZ = [1_046.5, 1_318.5]

const TONE_SECONDS = 0.12
const VOLUME = 0.12

/** How long a tab keeps the others from sounding for the same message. */
const HELD_MS = 3_000

/** Sounds for a message, in one tab of the browser. A browser that nobody has touched yet stays silent. */
export async function playSoundFor(messageId: number): Promise<void> {
  if (!('locks' in navigator)) return playSound()
  const name = `bellhop-sound-${messageId}`
  return navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (!lock) return
    playSound()
    await new Promise((resolve) => setTimeout(resolve, HELD_MS))
  })
}

/** Sounds as for a message. */
export function playSound(): void {
  const context = new AudioContext()
  for (const [index, pitch] of TONES_HZ.entries()) {
    const begins = context.currentTime + index * TONE_SECONDS
    const ends = begins + 3 * TONE_SECONDS
    const [tone, volume] = [context.createOscillator(), context.createGain()]
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(VOLUME, begins)
    volume.gain.exponentialRampToValueAtTime(0.001, ends)
    tone.connect(volume).connect(context.destination)
    tone.start(begins)
    tone.stop(ends)
    if (index === TONES_HZ.length - 1) tone.onended = () => void context.close()
  }
}
