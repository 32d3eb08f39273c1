const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Calls back once when this process gets a stop signal, so that its children are ended with it. */
export function onStopSignal(stop: () => void): Disposable {
  for (const signal of STOP_SIGNALS) process.once(signal, stop)
  return {
    [Symbol.dispose]() {
      for (const signal of STOP_SIGNALS) process.off(signal, stop)
    },
  }
}
