# SPDX-License-Identifier: MIT
# A public header as Doxygen reads it (tools/api/Doxyfile): its comments are plain, so that they are
# read as they stand. A comment in front of declarations is that of all of them up to the next empty
# line, one behind a field or constant is its own, and the header's first is the file's. A type's
# comment is that of its fields, too, where these have none. Lines keep their numbers.

# What Doxygen would take for commands, tags and links.
function plain(text) {
    gsub(/[\\@<>#%]/, "\\\\&", text)
    return text
}

function end_group() {
    if (grouped)
        print "/**@}*/"
    grouped = 0
}

# Splits a line into `code` and what is `said` in it; a comment may go on in the next line: `inside`.
function read_line(text,    at) {
    code = said = ""
    if (!inside) {
        at = index(text, "/*")
        code = at == 0 ? text : substr(text, 1, at - 1)
        text = at == 0 ? "" : substr(text, at + 2)
        inside = at > 0
    } else {
        sub(/^ *\*( |$)/, "", text)
    }
    if (inside) {
        at = index(text, "*/")
        said = plain(at == 0 ? text : substr(text, 1, at - 1))
        inside = at == 0
    }
}

# Fields one by one, each with what is said of all.
function print_fields(all, text,    names, n, i, base) {
    sub(/; *$/, "", all)
    n = all ~ /\(/ ? 1 : split(all, names, ",")
    if (n == 1)
        names[1] = all
    base = names[1]
    sub(/[*]*[A-Za-z_0-9]+(\[[^\]]*\])* *$/, "", base)
    for (i = 1; i <= n; i++)
        printf("%s%s; /**< %s */ ", (i > 1 ? base : ""), names[i], (text == "" ? "See above." : text))
}

/SPDX-License-Identifier/ || /^\/\/\/ / || /^#(if|ifdef|ifndef|endif|else|undef)/ ||
/^#define PELT_[A-Z0-9_]*_?H$/ || /__cplusplus/ || /^extern "C"/ { print ""; next }

{ read_line($0) }

# Within a comment in front of declarations, or the file's; then its first line.
block || /^\/\*/ {
    if (!block && !seen) {
        seen = block = 1
        printf "/** \\file\n<pre>"
    } else if (!block) {
        end_group()
        block = grouped = 1
        types = 0
        above = ""
        printf "/**@{*/ /** <pre>"
    }
    above = above said
    print said (inside ? "" : "</pre>*/")
    block = inside
    next
}

/^$/ && depth == 0 { end_group(); print ""; next }

# A field: all of its lines.
depth > 0 && !constants && (field != "" || code ~ /^ +[a-z]/) {
    field = field code
    what = what (what == "" || said == "" ? "" : " ") said
    if (inside || field !~ /; *$/) {
        print ""
    } else {
        print_fields(field, what)
        print ""
        field = what = ""
    }
    next
}

{
    if (grouped && depth == 0 && code ~ /^typedef (struct|union|enum) .*\{$/ && types++ > 0)
        printf "/** <pre>%s</pre>*/ ", above
    if (code ~ /^(typedef )?enum .*\{$/)
        constants = 1
    brace = code
    depth += gsub(/\{/, "", brace) - gsub(/\}/, "", brace)
    if (depth == 0)
        constants = 0
    if (said != "")
        code = code (behind || code ~ /[^ ]/ ? (behind ? "" : "/**<") : "/**") said (inside ? "" : "*/")
    behind = inside
    print code
}
END { end_group() }
