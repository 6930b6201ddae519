// The styles of those library components that every page uses, in the library's own order. What stands above the
// page has its styles in overlay-styles.ts; a screen that needs another component imports its style beside it.
import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Loader.css'
import '@mantine/core/styles/ActionIcon.css'
import '@mantine/core/styles/Anchor.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Skeleton.css'
import './tokens.css'
import './page.css'
