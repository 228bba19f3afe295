// Renders a chart as Helm does, with Helm's functions (sprig) from Debian: `render CHART [VALUES…]`. Prints values and objects as JSON.
// Knows only what the chart uses: no hooks, dependencies, `lookup` or `tpl`. Unlike in Helm, a value that does not exist is an error.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

type object = map[string]interface{}

func main() {
	if err := render(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func render(chart string, valueFiles []string) error {
	about, err := read(filepath.Join(chart, "Chart.yaml"))
	if err != nil {
		return err
	}
	values := object{}
	for _, file := range append([]string{filepath.Join(chart, "values.yaml")}, valueFiles...) {
		others, err := read(file)
		if err != nil {
			return err
		}
		merge(values, others)
	}
	top := object{
		"Chart":   object{"Name": about["name"], "Version": about["version"], "AppVersion": about["appVersion"]},
		"Release": object{"Name": "chat", "Namespace": "chat", "Service": "Helm"},
		"Values":  values,
	}
	all := template.New("").Option("missingkey=error")
	all.Funcs(sprig.TxtFuncMap()).Funcs(functions(all))
	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	if err != nil {
		return err
	}
	if _, err := all.ParseFiles(files...); err != nil {
		return err
	}
	objects := []interface{}{}
	for _, file := range files {
		var text bytes.Buffer
		if err := all.ExecuteTemplate(&text, filepath.Base(file), top); err != nil {
			return err
		}
		if filepath.Ext(file) != ".yaml" {
			continue
		}
		decoder := yaml.NewDecoder(&text)
		for {
			var document interface{}
			if err := decoder.Decode(&document); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			if document != nil {
				objects = append(objects, document)
			}
		}
	}
	return json.NewEncoder(os.Stdout).Encode(object{"values": values, "objects": objects})
}

func functions(all *template.Template) template.FuncMap {
	return template.FuncMap{
		"include": func(name string, data interface{}) (string, error) {
			var text bytes.Buffer
			err := all.ExecuteTemplate(&text, name, data)
			return text.String(), err
		},
		"toYaml": func(value interface{}) (string, error) {
			text, err := yaml.Marshal(value)
			return strings.TrimSuffix(string(text), "\n"), err
		},
		"required": func(complaint string, value interface{}) (interface{}, error) {
			if value == nil || value == "" {
				return nil, errors.New(complaint)
			}
			return value, nil
		},
	}
}

// Numbers become floating-point, as in Helm.
func read(file string) (object, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var parsed, values object
	if err := yaml.Unmarshal(text, &parsed); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	asJSON, err := json.Marshal(parsed)
	if err != nil {
		return nil, err
	}
	return values, json.Unmarshal(asJSON, &values)
}

func merge(into, others object) {
	for name, value := range others {
		inner, isObject := value.(object)
		former, wasObject := into[name].(object)
		if isObject && wasObject {
			merge(former, inner)
		} else {
			into[name] = value
		}
	}
}
