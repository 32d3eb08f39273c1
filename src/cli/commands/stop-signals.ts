const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** How often it is looked whether the parent process is there. */
const PARENT_LOOK_INTERVAL_MS = 500

/** Calls back once for each stop signal that this process gets, so that its children are ended with it. */
export function onStopSignal(stop: (signal: NodeJS.Signals) => void): Disposable {
  for (const signal of STOP_SIGNALS) process.once(signal, stop)
  return {
    [Symbol.dispose]() {
      for (const signal of STOP_SIGNALS) process.off(signal, stop)
    },
  }
}

/**
 * Calls back once when the parent of this process has ended. npm passes signals on to the shell that it starts a script by; the
 * shell ends by them, and does not pass them on.
 */
export function onParentEnd(stop: () => void): Disposable {
  const parent = process.ppid
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    stop()
  }, PARENT_LOOK_INTERVAL_MS)
  look.unref()
  return { [Symbol.dispose]: () => clearInterval(look) }
}
