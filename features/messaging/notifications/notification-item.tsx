import { useRelativeTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Dropdown, dropdownItem } from '@counterfoil/kit/web/overlays/dropdown.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { IconAlertCircle, IconCheck, IconDotsVertical, IconTrash } from '@tabler/icons-react'
import { NotificationDescription } from './notification-description.tsx'
import { NotificationIcon } from './notification-icon.tsx'
import type { Notification } from './notifications.contract.ts'
import { notificationTexts } from './notifications.messages.ts'
import classes from './notifications.module.css'

/** One notification. All of it is a link if it has a target; its menu lies above the link. */
export function NotificationItem(props: {
  notification: Notification
  now: Date
  /** The last change or download failed. */
  hasFailed: boolean
  onOpen(): void
  onRead(): void
  onDelete(): void
}) {
  const { notification } = props
  const t = useTexts(notificationTexts)
  const relativeTime = useRelativeTime()
  const isClickable = notification.objectUrl !== null && notification.objectUrl !== ''
  return (
    <li className={classes.item} data-unread={!notification.isRead} data-clickable={isClickable}>
      <span className={classes.icon}>
        {notification.image === null ? (
          <NotificationIcon type={notification.icon ?? notification.notificationType} />
        ) : (
          <img src={notification.image} alt="" className={classes.image} />
        )}
      </span>
      <div className={classes.words}>
        {isClickable ? (
          <button type="button" className={classes.itemTitle} onClick={props.onOpen}>
            {notification.title}
          </button>
        ) : (
          <span className={classes.itemTitle}>{notification.title}</span>
        )}
        <NotificationDescription html={notification.description} />
        <div className={classes.foot}>
          <time dateTime={notification.created}>
            {relativeTime(new Date(notification.created), props.now)}
          </time>
          {!notification.isRead && <span className={classes.unread}>{t.unread}</span>}
          {props.hasFailed && (
            <span className={classes.failed} role="status" title={t.changeFailed}>
              <IconAlertCircle size={14} aria-hidden /> {t.changeFailed}
            </span>
          )}
        </div>
      </div>
      <Dropdown
        isMenu
        label={t.itemMenu({ title: notification.title })}
        className={classes.itemMenu}
        button={<IconDotsVertical size={16} stroke={1.75} />}
      >
        {!notification.isRead && (
          <button type="button" role="menuitem" className={dropdownItem} onClick={props.onRead}>
            <IconCheck size={15} />
            {t.markRead}
          </button>
        )}
        <button type="button" role="menuitem" className={dropdownItem} onClick={props.onDelete}>
          <IconTrash size={15} />
          {t.delete}
        </button>
      </Dropdown>
    </li>
  )
}
