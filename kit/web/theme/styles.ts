// The styles of those library components that every page uses, in the library's own order. What stands above the
// page has its styles in overlay-styles.ts; a screen that needs another component imports its style beside it.
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/Anchor.layer.css'
import '@mantine/core/styles/Button.layer.css'
import './tokens.css'
import './page.css'
