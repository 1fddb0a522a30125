;;; The configuration of docs/editors.md, loaded before this, with the real server.  -*- lexical-binding: t -*-

(require 'eglot)
(require 'cl-lib)

(defvar file (concat (getenv "PARLENS_TEST_TMP") "/ws/laplace.f90"))
(defvar deadline (/ (string-to-number (or (getenv "PARLENS_TEST_DEADLINE_MS") "60000")) 1000))
(defvar failed nil)

(defun check (name ok &optional seen)
  (princ (format "%s - %s\n" (if ok "ok" "not ok") name))
  (unless ok
    (setq failed t)
    (when seen (princ (format "  %S\n" seen))))
  ok)

(defun await (look)
  "What LOOK returns as soon as that is something; a minute in steps in which other things go on."
  (cl-loop repeat (* 20 deadline)
           for seen = (funcall look)
           when seen return seen
           do (accept-process-output nil 0.05)))

(defun hints ()
  "Lines and texts of what eglot has drawn."
  (cl-loop for o in (overlays-in (point-min) (point-max))
           for text = (or (overlay-get o 'after-string) (overlay-get o 'before-string))
           when (and (overlay-get o 'eglot--inlay-hint) text)
           collect (cons (line-number-at-pos (overlay-start o)) (substring-no-properties text))))

(defun fresh-hints ()
  "Those for the present text. In batch there is no window whose lines eglot would ask for by itself."
  (eglot--signal-textDocument/didChange)
  (remove-overlays nil nil 'eglot--overlay t)
  (eglot--update-hints-1 (point-min) (point-max))
  (await #'hints))

(defun go-to (text)
  (goto-char (point-min))
  (search-forward text))

(find-file file)
(check "the file is in f90-mode" (eq major-mode 'f90-mode) major-mode)
(let ((eglot-sync-connect 60)) (run-hooks 'post-command-hook)) ; where eglot-ensure waits for the first command
(check "eglot has started the server" (await #'eglot-current-server))
(check "hints are on" eglot-inlay-hints-mode)

(let* ((before (fresh-hints))
       (costly (cl-find-if (lambda (h) (string-match-p "^ *[0-9.]+ [mun]?s  +[a-z]+ +[0-9]+%" (cdr h))) before)))
  (check "a line has its time and the share" costly before)
  (go-to "n = 256")
  (replace-match "n = 512")
  (let ((after (fresh-hints)))
    (check "with another size the same lines have other times"
           (and (equal (mapcar #'car before) (mapcar #'car after)) (not (equal before after))) (list before after))))

(go-to "do sweep")
(let (said)
  (eglot-hover-eldoc-function (lambda (text &rest _) (setq said (substring-no-properties text))))
  (await (lambda () said))
  (check "the line's breakdown has the kinds" (and said (cl-every (lambda (kind) (string-search kind said)) '("computation" "communication" "wait"))) said)
  (check "and the share of the unit" (and said (string-match-p "[0-9]+% of laplace" said)) said)
  (check "and the machine that the configuration names" (and said (string-search "cluster" said)) said))

(go-to "DISTRIBUTE t(")
(let* ((offered nil)
       (mapping (await (lambda () ; until the mappings have been found
                         (setq offered (eglot-code-actions (line-beginning-position) (line-end-position)))
                         (cl-find-if (lambda (a) (string-prefix-p "DISTRIBUTE" (plist-get a :title))) offered))))
       (title (and mapping (plist-get mapping :title)))
       (before (hints)))
  (check "other distributions are offered with their gain" (and title (string-match-p "->.*%" title)) offered)
  (let ((eglot-confirm-server-edits nil)) (eglot-execute (eglot-current-server) mapping))
  (check "one is written into the program" (await (lambda () (not (save-excursion (goto-char (point-min)) (search-forward "t(BLOCK,BLOCK)" nil t)))))
         (buffer-string))
  (check "and the times are others" (not (equal before (fresh-hints)))))

(go-to "DISTRIBUTE t(")
(insert "BLOK, ")
(flymake-mode 1)
(eglot--signal-textDocument/didChange)
(flymake-start)
(check "a wrong directive is reported" (await (lambda () (cl-find (line-number-at-pos) (flymake-diagnostics) :key (lambda (d) (line-number-at-pos (flymake-diagnostic-beg d))))))
       (flymake-diagnostics))

(set-buffer-modified-p nil)
(kill-emacs (if failed 1 0))
