"""Behind `pane recall`: what is searched, what is asked, how answers are printed."""
