import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { say } from '../ui/toast.tsx'
import { formText } from '../words/forms.ts'
import { t } from '../words/frame.ts'

/** Handles the values of a form. */
export type Submit = (form: FormData) => Promise<void>

/** A form: `submit` is done once at a time, and what the server refuses is told in it. */
export function Form({
  label,
  busyLabel = label,
  submit,
  isDangerous = false,
  cancel,
  actions,
  children,
}: {
  label: string
  /** What its button says meanwhile. */
  busyLabel?: string
  submit: Submit
  isDangerous?: boolean
  /** Closes it, where it is in a dialog. */
  cancel?: () => void
  /** Buttons beside its own. */
  actions?: ComponentChildren
  children: ComponentChildren
}) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const run = async (form: FormData) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await submit(form)
    } catch (thrown) {
      setFailure(thrown instanceof Error && thrown.message !== '' ? thrown.message : t.failed)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void run(new FormData(event.currentTarget))
      }}
    >
      {children}
      {failure !== undefined && (
        <p class="note bad" role="alert">
          {failure}
        </p>
      )}
      <div class={`row ${cancel ? 'end' : ''}`}>
        {cancel && (
          <button type="button" class="button" onClick={cancel}>
            {t.cancel}
          </button>
        )}
        <button class={`button ${isDangerous ? 'danger' : 'primary'}`} disabled={isBusy}>
          {isBusy ? busyLabel : label}
        </button>
        {actions}
      </div>
    </form>
  )
}

/** A dialog with a form. It closes once that is done, unless something is shown then. */
export function FormDialog({
  title,
  label,
  submit,
  close,
  staysOpen = false,
  isDangerous = false,
  children,
}: {
  title: string
  label: string
  submit: Submit
  close: () => void
  staysOpen?: boolean
  isDangerous?: boolean
  children: ComponentChildren
}) {
  const finish: Submit = async (form) => {
    await submit(form)
    if (!staysOpen) close()
  }
  return (
    <Dialog title={title} close={close}>
      <Form label={label} submit={finish} isDangerous={isDangerous} cancel={close}>
        {children}
      </Form>
    </Dialog>
  )
}

/** A field of one line. */
export function TextField({
  label,
  hint,
  value,
  ...input
}: {
  label: string
  hint?: string
  name: string
  type?: string
  /** What it holds at first. */
  value?: string
  min?: string
  required?: boolean
  maxLength?: number
  pattern?: string
  inputMode?: 'decimal' | 'numeric'
  autocomplete?: string
  autoFocus?: boolean
  accept?: string
}) {
  const id = useId()
  return (
    <label class="field">
      <span>{label}</span>
      <input
        class="input"
        dir="auto"
        {...(input as object)}
        defaultValue={value}
        {...(hint === undefined ? {} : { 'aria-describedby': id })}
      />
      {hint !== undefined && <small id={id}>{hint}</small>}
    </label>
  )
}

/** A field of several lines. */
export function AreaField({
  label,
  hint,
  value,
  ...area
}: {
  label: string
  hint?: string
  name: string
  value?: string
  rows?: number
  required?: boolean
}) {
  return (
    <label class="field">
      <span>{label}</span>
      <textarea class="input" dir="auto" rows={3} {...area} defaultValue={value} />
      {hint !== undefined && <small>{hint}</small>}
    </label>
  )
}

/** A choice of one of several. */
export function ChoiceField({
  label,
  name,
  value,
  choices,
  onChange,
}: {
  label: string
  name: string
  value?: string
  choices: readonly (readonly [value: string, label: string])[]
  onChange?: (value: string) => void
}) {
  return (
    <label class="field">
      <span>{label}</span>
      <select
        class="input"
        name={name}
        value={value}
        onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
      >
        {choices.map(([one, choiceLabel]) => (
          <option key={one} value={one} selected={one === value}>
            {choiceLabel}
          </option>
        ))}
      </select>
    </label>
  )
}

/** A switch. */
export function CheckField({
  label,
  name,
  isOn = false,
  onChange,
}: {
  label: string
  name: string
  isOn?: boolean
  onChange?: (isOn: boolean) => void
}) {
  return (
    <label class="check">
      <input
        type="checkbox"
        name={name}
        checked={isOn}
        onChange={({ currentTarget }) => onChange?.(currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  )
}

/** A text of one field. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Asks before something is done. */
export function Confirm({
  title,
  text,
  label,
  run,
  close,
}: {
  title: string
  text: string
  label: string
  run: () => Promise<void>
  close: () => void
}) {
  return (
    <FormDialog title={title} label={label} submit={run} close={close} isDangerous>
      <p>{text}</p>
    </FormDialog>
  )
}

/** A text to be copied. */
export function Copyable({ text, label }: { text: string; label: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      say(t.copied)
    } catch {
      say(t.failed)
    }
  }
  return (
    <div class="copyable">
      <code dir="ltr">{text}</code>
      <button
        type="button"
        class="button icon"
        aria-label={`${t.copy}: ${label}`}
        onClick={() => void copy()}
      >
        <Icon name="copy" />
      </button>
    </div>
  )
}

/** Shows a secret that the server tells once. */
export function SecretDialog({
  title = formText.secretTitle,
  text = formText.secretOnce,
  secret,
  close,
}: {
  title?: string
  text?: string
  secret: string
  close: () => void
}) {
  return (
    <Dialog title={title} close={close}>
      <p>{text}</p>
      <Copyable text={secret} label={title} />
      <div class="row end">
        <button type="button" class="button primary" onClick={close}>
          {t.close}
        </button>
      </div>
    </Dialog>
  )
}
